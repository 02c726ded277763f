export interface InstanceAttribute {
  /** Number of floats. */
  readonly size: number;
  /** Floats from the start of the instance. */
  readonly offset: number;
}

/** Instances in memory and on the graphics card; only changed ranges are sent. */
export interface InstanceBuffer {
  /** The floats of all instances; replaced when the capacity grows. */
  readonly data: Float32Array;
  /** Sets the number of instances; the data of remaining ones stays. */
  resize(count: number): void;
  /** Marks instances as changed. */
  touch(from: number, to: number): void;
  /** Sends what has changed and makes it the current vertex array. */
  bind(gl: WebGL2RenderingContext): void;
  /** Drops the resources; null: their context is lost. */
  release(gl: WebGL2RenderingContext | null): void;
}

const FIRST_CAPACITY = 64;

/** Attributes one after the other. */
export function packAttributes(sizes: readonly number[]): readonly InstanceAttribute[] {
  let offset = 0;
  return sizes.map((size) => {
    const attribute = { size, offset };
    offset += size;
    return attribute;
  });
}

/** @param stride floats of an instance */
export function createInstanceBuffer(
  attributes: readonly InstanceAttribute[],
  stride: number,
): InstanceBuffer {
  let data = new Float32Array(FIRST_CAPACITY * stride);
  let count = 0;
  let dirtyFrom = Number.POSITIVE_INFINITY;
  let dirtyTo = 0;
  let array: WebGLVertexArrayObject | null = null;
  let buffer: WebGLBuffer | null = null;
  /** Bytes of the buffer on the graphics card. */
  let uploaded = 0;

  function create(gl: WebGL2RenderingContext): void {
    array = gl.createVertexArray();
    buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    for (const [location, { size, offset }] of attributes.entries()) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, stride * 4, offset * 4);
      gl.vertexAttribDivisor(location, 1);
    }
    uploaded = 0;
  }

  return {
    get data() {
      return data;
    },
    resize(next) {
      count = next;
      if (count * stride <= data.length) return;
      const grown = new Float32Array(2 ** Math.ceil(Math.log2(count)) * stride);
      grown.set(data);
      data = grown;
    },
    touch(from, to) {
      dirtyFrom = Math.min(dirtyFrom, from);
      dirtyTo = Math.max(dirtyTo, to);
    },
    bind(gl) {
      if (array === null) create(gl);
      gl.bindVertexArray(array);
      const to = Math.min(dirtyTo, count);
      if (uploaded === data.byteLength && dirtyFrom >= to) return;
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      if (uploaded !== data.byteLength) {
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
        uploaded = data.byteLength;
      } else
        gl.bufferSubData(
          gl.ARRAY_BUFFER,
          dirtyFrom * stride * 4,
          data,
          dirtyFrom * stride,
          (to - dirtyFrom) * stride,
        );
      dirtyFrom = Number.POSITIVE_INFINITY;
      dirtyTo = 0;
    },
    release(gl) {
      gl?.deleteVertexArray(array);
      gl?.deleteBuffer(buffer);
      array = buffer = null;
      uploaded = 0;
    },
  };
}
