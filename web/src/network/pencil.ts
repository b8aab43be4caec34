// SPDX-License-Identifier: Apache-2.0
// A drawing surface of lines, discs and text: a 2-D canvas, or an SVG document.

/** The part of a 2-D canvas context that the drawing uses. */
export type Pencil = Pick<CanvasRenderingContext2D,
  "lineCap" | "lineJoin" | "textAlign" | "textBaseline" | "font" | "strokeStyle" | "fillStyle" | "lineWidth" | "globalAlpha" |
  "beginPath" | "moveTo" | "lineTo" | "closePath" | "arc" | "stroke" | "fill" | "fillText" | "strokeText" | "measureText" | "setLineDash" | "fillRect">;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, it => escapes[it]).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, " ");
const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Collects the elements of an SVG document. Arcs are whole circles. */
export class SvgPencil implements Pencil {
  lineCap: CanvasLineCap = "butt";
  lineJoin: CanvasLineJoin = "miter";
  textAlign: CanvasTextAlign = "start";
  textBaseline: CanvasTextBaseline = "alphabetic";
  font = "12px sans-serif";
  strokeStyle: string | CanvasGradient | CanvasPattern = "#000000";
  fillStyle: string | CanvasGradient | CanvasPattern = "#000000";
  lineWidth = 1;
  globalAlpha = 1;
  readonly elements: string[] = [];
  private path = "";
  private dashes: Iterable<number> = [];
  private readonly ruler = document.createElement("canvas").getContext("2d");

  beginPath(): void { this.path = ""; }
  moveTo(x: number, y: number): void { this.path += `M${short(x)} ${short(y)}`; }
  lineTo(x: number, y: number): void { this.path += `L${short(x)} ${short(y)}`; }
  closePath(): void { this.path += "Z"; }
  arc(x: number, y: number, radius: number): void {
    const r = short(radius), across = short(2 * radius);
    this.path += `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0`;
  }
  setLineDash(dashes: Iterable<number>): void { this.dashes = dashes; }

  stroke(): void {
    if (!this.path) return;
    const dashes = [...this.dashes].join(" ");
    this.elements.push(`<path d="${this.path}" fill="none" stroke="${this.strokeStyle as string}" stroke-width="${short(this.lineWidth)}"${this.opacity("stroke")}` +
      ` stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`);
  }
  fill(): void {
    if (this.path) this.elements.push(`<path d="${this.path}" fill="${this.fillStyle as string}"${this.opacity("fill")}/>`);
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.elements.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${this.fillStyle as string}"${this.opacity("fill")}/>`);
  }
  fillText(text: string, x: number, y: number): void {
    this.text(text, x, y, `fill="${this.fillStyle as string}"`);
  }
  strokeText(text: string, x: number, y: number): void {
    this.text(text, x, y, `fill="none" stroke="${this.strokeStyle as string}" stroke-width="${short(this.lineWidth)}" stroke-linejoin="round"`);
  }
  measureText(text: string): TextMetrics {
    if (!this.ruler) return { width: 6 * text.length } as TextMetrics;
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  private opacity(of: "stroke" | "fill"): string {
    return this.globalAlpha < 1 ? ` ${of}-opacity="${Math.round(this.globalAlpha * 100) / 100}"` : "";
  }
  private text(text: string, x: number, y: number, look: string): void {
    const [, bold, size] = /^(600 )?([\d.]+)px/.exec(this.font) ?? [];
    const anchor = this.textAlign === "center" ? "middle" : this.textAlign === "right" || this.textAlign === "end" ? "end" : "start";
    const down = this.textBaseline === "middle" ? 0.35 * Number(size ?? 12) : 0; // dominant-baseline is not in all readers of SVG
    this.elements.push(`<text x="${short(x)}" y="${short(y + down)}" font-size="${size ?? 12}" font-family="system-ui, Segoe UI, DejaVu Sans, sans-serif"` +
      `${bold ? ' font-weight="600"' : ""} text-anchor="${anchor}" ${look}>${escaped(text)}</text>`);
  }

  /** Returns the document. `title` is for readers of screens. */
  toSvg(width: number, height: number, paper: string, title: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" role="img">` +
      `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="${paper}"/>\n${this.elements.join("\n")}\n</svg>\n`;
  }
}
