// SPDX-License-Identifier: Apache-2.0
// Weft in JavaScript: `const weft = await load(bytes)` of weft.wasm, in a browser or in node; then
// `weft.ask(request, figures)`. See docs/how-to/build-for-the-browser.md.

const success = 0, badDescriptor = 8, notSupported = 58;

/** The few functions of WASI that the module imports; others answer that they are not supported. */
function wasi(memory, write) {
  const view = () => new DataView(memory().buffer);
  return {
    clock_time_get(id, _precision, at) {
      const milliseconds = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return success;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return success;
    },
    environ_get: () => success,
    fd_write(descriptor, pieces, count, written) {
      let total = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(pieces + 8 * i, true), size = view().getUint32(pieces + 8 * i + 4, true);
        write(descriptor, new Uint8Array(memory().buffer, at, size));
        total += size;
      }
      view().setUint32(written, total, true);
      return success;
    },
    fd_prestat_get: () => badDescriptor,
    proc_exit(status) {
      throw new Error(`weft.wasm ended with status ${status}`);
    },
  };
}

/** The imports of a compiled module. */
function importsOf(module, given) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = given[name] ?? (() => notSupported);
  return imports;
}

/**
 * Loads weft.wasm from its bytes or compiled. `write(descriptor, bytes)` gets what the module prints, which is
 * nothing but warnings of its libraries; `progress({ share, text })` what a request does, while it does it.
 */
export async function load(source, { write = () => {}, progress = () => {} } = {}) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  let exported;
  const given = {
    ...wasi(() => exported.memory, write),
    progress: (at, size) => progress(JSON.parse(new TextDecoder().decode(new Uint8Array(exported.memory.buffer, at >>> 0, size)))),
  };
  const instance = await WebAssembly.instantiate(module, importsOf(module, given));
  exported = instance.exports;
  exported._initialize();
  return new Weft(exported);
}

const views = {
  uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, uint64: BigUint64Array, float32: Float32Array,
  float64: Float64Array,
};

/**
 * A bundle (web/src/engine/protocol.ts) in an ArrayBuffer: its header, and its arrays by name as views of the
 * buffer.
 */
export function readBundle(buffer) {
  const [magic, version, size] = new Uint32Array(buffer, 0, 4);
  if (magic !== 0x54464557 || version !== 1) throw new Error("not a bundle of weft");  // "WEFT"
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, size)));
  const arrays = new Map();
  for (const { name, type, shape, offset } of header.arrays)
    arrays.set(name, new views[type](buffer, offset, shape.reduce((a, b) => a * b, 1)));
  return { header, arrays };
}

/** One instance of the module. After an exception it is of no more use: load another. */
class Weft {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  /**
   * The answer to a request such as `show:topology="torus:sides=4x4"`, with figures if asked for: { header, arrays }.
   * The header of a failure has a member `error`.
   */
  ask(request, figures = false) {
    return readBundle(this.askBytes(request, figures));
  }

  /** The same as the bytes of a bundle, in an ArrayBuffer of its own, which can be transferred. */
  askBytes(request, figures = false) {
    return this.#with([request], (text, length) => {
      const at = this.#exports.weft_ask(text, length, figures ? 1 : 0), size = this.#exports.weft_answer_size();
      return this.#exports.memory.buffer.slice(at >>> 0, (at >>> 0) + (size >>> 0));
    });
  }

  /** Stores a file (a text or bytes) in the memory of the module, for requests that name it. */
  writeFile(path, content) {
    this.#with([path, content], (...places) => this.#exports.weft_write_file(...places));
  }

  /** The text of a file; null if there is none. */
  readFile(path) {
    return this.#with([path], (at, size) => {
      const text = this.#exports.weft_read_file(at, size);
      return text === 0 ? null : this.#take(text);
    });
  }

  /** work(place, size, ..) with texts copied into the module. */
  #with(texts, work) {
    const places = [];
    try {
      for (const text of texts) {
        const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
        const at = this.#exports.weft_allocate(bytes.length);
        places.push(at, bytes.length);
        if (at === 0 && bytes.length > 0) throw new Error("weft.wasm is out of memory");
        new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
      }
      return work(...places);
    } finally {
      for (let i = 0; i < places.length; i += 2) this.#exports.weft_free(places[i]);
    }
  }

  /** A text that the module gives away. */
  #take(at) {
    if (at === 0) throw new Error("weft.wasm is out of memory");
    const memory = new Uint8Array(this.#exports.memory.buffer);
    const text = new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
    this.#exports.weft_free(at);
    return text;
  }
}
