// SPDX-License-Identifier: Apache-2.0
// Objects on the GPU: programs, textures, layers.
import { type Projection } from "./camera";
import type { Veil } from "./looks";
import { colorTexels, paperBytes } from "./colors";
import { cutLength, dotVertices, lineFragments, lineVertices, pointFragments, pointVertices, texelsPerRow } from "./shaders";

const quadsPerDraw = 16384;

/** Usual width of lines, radius of routers, distance of lanes (0: halves, 1: lanes), weight of rank in depth. */
export type Style = [number, number, number, number];

interface Program { program: WebGLProgram; uniform: (name: string) => WebGLUniformLocation | null }

/** `plain`: where its samples are resolved, once for all frames that show it. */
interface Layer { plain: WebGLFramebuffer; plainBuffer: WebGLRenderbuffer; resolved: boolean; samples: number; frame: WebGLFramebuffer; buffers: WebGLRenderbuffer[]; size: string }

export class Table {
  rows = 0;
  hubs = 0; // the number of the first hub in a table of positions
  constructor(readonly texture: WebGLTexture, readonly kind: "position" | "record") {}
}

export class Gpu {
  readonly line: Program;
  readonly point: Program;
  readonly dot: Program;
  private readonly colors: WebGLTexture;
  private readonly quads: WebGLBuffer;
  private readonly layers: Layer[];
  private layer: Layer;
  private readonly lines: WebGLVertexArrayObject;
  /** How pale lines are, 0 to 1. */
  pale = 0;
  private width = 0;
  private height = 0;
  private dark = false;
  private veiled = false;
  private over = false; // drawing goes over the layer
  private veil: Veil | null = null;
  /** How far pieces of lines reach that go around a grid in 3 dimensions. */
  cut = cutLength;

  constructor(readonly gl: WebGL2RenderingContext) {
    this.line = this.program(lineVertices, lineFragments);
    this.point = this.program(pointVertices, pointFragments);
    this.dot = this.program(dotVertices, pointFragments);
    this.colors = gl.createTexture()!;
    this.layers = [0, Math.min(4, gl.getParameter(gl.MAX_SAMPLES))].map(samples =>
      ({ plain: gl.createFramebuffer()!, plainBuffer: gl.createRenderbuffer()!, resolved: false, samples, frame: gl.createFramebuffer()!, buffers: [gl.createRenderbuffer()!, gl.createRenderbuffer()!], size: "" }));
    this.layer = this.layers[0];
    this.lines = gl.createVertexArray()!;
    this.quads = gl.createBuffer()!;
    const corners = new Uint16Array(quadsPerDraw * 6);
    for (let i = 0; i < quadsPerDraw; ++i) corners.set([0, 1, 2, 2, 1, 3].map(it => 4 * i + it), 6 * i);
    gl.bindVertexArray(this.lines);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.quads);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
  }

  private program(vertices: string, fragments: string): Program {
    const { gl } = this, program = gl.createProgram()!;
    for (const [type, text] of [[gl.VERTEX_SHADER, vertices], [gl.FRAGMENT_SHADER, fragments]] as const) {
      const shader = gl.createShader(type)!;
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(gl.getAttachedShaders(program)!.map(it => gl.getShaderInfoLog(it)).join("\n") + gl.getProgramInfoLog(program));
    const places = new Map<string, WebGLUniformLocation | null>();
    const uniform = (name: string) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name)!;
    };
    return { program, uniform };
  }

  setTheme(dark: boolean, diverging = false): void {
    const { gl } = this;
    this.dark = dark;
    gl.bindTexture(gl.TEXTURE_2D, this.colors);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, colorTexels(dark, diverging));
    this.nearest();
  }

  private nearest(): void {
    const { gl } = this;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  table(kind: Table["kind"]): Table {
    return new Table(this.gl.createTexture()!, kind);
  }

  /** Fills a table; `values` has 3 (positions) or 4 (records) numbers for each of its `count` entries. */
  fill(table: Table, values: Float32Array | Uint32Array, count: number): void {
    const { gl } = this, rows = Math.max(1, Math.ceil(count / texelsPerRow)), record = table.kind === "record";
    const [inner, format, type, size] = record ? [gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT, 4] : [gl.RGB32F, gl.RGB, gl.FLOAT, 3];
    gl.bindTexture(gl.TEXTURE_2D, table.texture);
    if (rows > table.rows || rows < table.rows / 4) {
      gl.texImage2D(gl.TEXTURE_2D, 0, inner, texelsPerRow, rows, 0, format, type, null);
      this.nearest();
      table.rows = rows;
    }
    const full = Math.floor(count / texelsPerRow), rest = count - full * texelsPerRow;
    if (full) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, texelsPerRow, full, format, type, values, 0);
    if (rest) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, rest, 1, format, type, values, full * texelsPerRow * size);
  }

  drop(table: Table): void {
    this.gl.deleteTexture(table.texture);
  }

  /** Sets the size, in device pixels. */
  resize(width: number, height: number): void {
    [this.width, this.height] = [width, height];
  }

  /** Makes the buffers of a layer when it is first used in this size. */
  private fit({ frame, buffers, samples, plain, plainBuffer }: Layer): void {
    const { gl, width, height } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    const kinds = [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]];
    kinds.forEach(([format, place], i) => {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffers[i]);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffers[i]);
    });
    if (!samples) return;
    gl.bindFramebuffer(gl.FRAMEBUFFER, plain);
    gl.bindRenderbuffer(gl.RENDERBUFFER, plainBuffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, plainBuffer);
  }

  /** Begins a layer anew: a fine one with smooth edges, or a coarse one, which is drawn several times as fast. */
  /** `veiled`: its lines are translucent, and the first ones stay on top. */
  newLayer(fine: boolean, veiled: boolean): void {
    this.veiled = veiled;
    const { gl } = this, layer = this.layer = this.layers[Number(fine)], size = `${this.width} ${this.height}`;
    if (layer.size !== size) this.fit(layer);
    layer.size = size;
    this.toLayer();
    const [red, green, blue] = paperBytes(this.dark).map(it => it / 255);
    if (veiled) gl.clearColor(0, 0, 0, 0);
    else gl.clearColor(red, green, blue, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  /** Directs drawing to the layer. */
  toLayer(): void {
    const { gl } = this;
    this.over = false;
    this.layer.resolved = false;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.layer.frame);
    gl.viewport(0, 0, this.width, this.height);
    if (this.veiled) {
      gl.disable(gl.DEPTH_TEST);
      gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
      gl.enable(gl.BLEND);
      return gl.blendFunc(gl.ONE_MINUS_DST_ALPHA, gl.ONE);
    }
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
    if (this.layer.samples) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  }

  /** Shows the layer, and directs drawing over it until it is shown again. */
  showLayer(): void {
    const { gl, width, height, layer } = this, from = layer.samples ? layer.plain : layer.frame;
    this.over = true;
    if (layer.samples && !layer.resolved) {
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, layer.frame);
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, layer.plain);
      gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
      layer.resolved = true;
    }
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Sets how translucent the next lines of the layer are. */
  setVeil(veil: Veil | null): void {
    this.veil = this.veiled ? veil : null;
  }

  private use({ program, uniform }: Program, positions: Table, at: Projection, style: Style, ratio: number): void {
    const { gl } = this;
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, positions.texture);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.colors);
    gl.uniform1i(uniform("positions"), 0);
    gl.uniform1i(uniform("colors"), 1);
    gl.uniform1i(uniform("records"), 2);
    gl.uniformMatrix3fv(uniform("turn"), true, at.turn);
    gl.uniform3fv(uniform("target"), at.target);
    gl.uniform4f(uniform("lens"), at.scale, at.shrink, 1 / at.reach, 1 / ratio);
    gl.uniform2f(uniform("size"), this.width / ratio / 2, this.height / ratio / 2);
    gl.uniform4fv(uniform("style"), style);
    const { veil } = this;
    gl.uniform4f(uniform("veil"), veil?.base ?? 1, (veil?.opaque ?? 0) / 255, veil?.length ?? 1, veil && !this.over ? 1 : 0);
    gl.uniform1f(uniform("under"), this.veiled && !this.over ? 1 : 0);
    gl.uniform1f(uniform("cut"), this.cut);
    gl.uniform1i(uniform("hubs"), positions.hubs);
    gl.uniform3f(uniform("mode"), at.dimensions === 2 ? 1 : 0, this.pale, at.fog);
  }

  /** Draws records; `form`: as lines with a width, as lines of one device pixel, or as bars before the target. */
  drawLines(positions: Table, records: Table, first: number, count: number, at: Projection, style: Style, ratio: number, form: "wide" | "thin" | "bars"): void {
    if (count <= 0) return;
    const { gl, line } = this, thin = form === "thin";
    this.use(line, positions, at, style, ratio);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, records.texture);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform1i(line.uniform("form"), ["wide", "thin", "bars"].indexOf(form));
    if (thin) {
      gl.uniform1i(line.uniform("first"), first);
      return gl.drawArrays(gl.LINES, 0, 2 * count);
    }
    gl.bindVertexArray(this.lines);
    for (let begin = 0; begin < count; begin += quadsPerDraw) {
      gl.uniform1i(line.uniform("first"), first + begin);
      gl.drawElements(gl.TRIANGLES, 6 * Math.min(quadsPerDraw, count - begin), gl.UNSIGNED_SHORT, 0);
    }
    gl.bindVertexArray(null);
  }

  drawPoints(positions: Table, points: Points, at: Projection, style: Style, ratio: number): void {
    const { gl, point, dot } = this;
    if (!points.count) return;
    this.use(points.dots ? dot : point, positions, at, style, ratio);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindVertexArray(points.array);
    gl.drawArrays(gl.POINTS, 0, points.count);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

/** A buffer of points: routers and blocks (number, look), or dots on channels (a record, its share of the way). */
export class Points {
  count = 0;
  readonly array: WebGLVertexArrayObject;
  private readonly buffer: WebGLBuffer;

  constructor(private readonly gl: WebGL2RenderingContext, readonly dots: boolean) {
    this.array = gl.createVertexArray()!;
    this.buffer = gl.createBuffer()!;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    const stride = dots ? 20 : 8;
    gl.enableVertexAttribArray(0);
    gl.vertexAttribIPointer(0, dots ? 4 : 2, gl.UNSIGNED_INT, stride, 0);
    if (dots) {
      gl.enableVertexAttribArray(1);
      gl.vertexAttribPointer(1, 1, gl.FLOAT, false, stride, 16);
    }
    gl.bindVertexArray(null);
  }

  fill(words: Uint32Array): void {
    const { gl } = this;
    this.count = words.length / (this.dots ? 5 : 2);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, words, gl.DYNAMIC_DRAW);
  }

  drop(): void {
    this.gl.deleteBuffer(this.buffer);
    this.gl.deleteVertexArray(this.array);
  }
}
