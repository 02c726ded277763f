import { createShelfPacker, type ShelfPacker } from './shelf-packer.ts';

/** A picture with straight alpha. */
export interface DrawnImage {
  readonly data: ImageData;
  /** Texels of a page pixel. */
  readonly pixelRatio: number;
}

export interface AtlasImage {
  /** Two images with the same key are the same. */
  readonly key: string;
  /** Draws it; called again after the graphics context was lost. */
  readonly draw: () => DrawnImage | Promise<DrawnImage>;
}

export interface AtlasEntry {
  /** Texels of the atlas. */
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  /** Page pixels. */
  readonly width: number;
  readonly height: number;
}

/** One texture with all images and texts of a surface. */
export interface Atlas {
  /** Changes whenever entries move or images are dropped: then they are requested again. */
  readonly version: number;
  /** Side of the texture, texels. */
  readonly size: number;
  /** Whether images wait for the next frame. */
  readonly isPending: boolean;
  /** Null while it is not drawn; `onReady` is called when it is. */
  get(image: AtlasImage): AtlasEntry | null;
  /**
   * Starts a frame, which limits the time for drawing.
   *
   * @param listUsed keys of the images in use: if there was no space, all others are dropped
   */
  startFrame(listUsed: () => Set<string>): void;
  /** Makes it the current texture. */
  bind(): void;
  /** Starts again in a new context. */
  open(gl: WebGL2RenderingContext): void;
  /** Drops the texture. */
  close(): void;
}

const FIRST_SIZE = 512;
const MAX_SIZE = 4_096;
/** Transparent texels around an image, so that it is not blended with its neighbours. */
const MARGIN = 2;
/** Milliseconds of a frame for drawing images; the others follow in the next frames. */
const BUDGET_MS = 6;
/** Minimum interval between two attempts to make space, milliseconds. */
const REBUILD_INTERVAL_MS = 1_000;

/** @param onReady an image that was drawn asynchronously is ready */
export function createAtlas(onReady: () => void): Atlas {
  const entries = new Map<string, AtlasEntry>();
  const drawing = new Set<string>();
  let gl: WebGL2RenderingContext | null = null;
  let texture: WebGLTexture | null = null;
  let packer: ShelfPacker = createShelfPacker(FIRST_SIZE);
  let maxSize = MAX_SIZE;
  let version = 0;
  let frameStart = 0;
  let isPending = false;
  let isFull = false;
  let rebuiltAt = Number.NEGATIVE_INFINITY;

  /** A position for an image; makes the texture larger if necessary. */
  function allocate(width: number, height: number): { x: number; y: number } | null {
    for (;;) {
      const position = packer.pack(width + MARGIN, height + MARGIN);
      if (position !== null) return position;
      if (packer.size * 2 > maxSize) return null;
      resize(packer.size * 2);
    }
  }

  function resize(size: number): void {
    if (gl === null) return;
    const before = { texture, size: packer.size };
    packer.grow(size);
    texture = createTexture(gl, size);
    copyTexels(gl, before.texture, texture, [
      { x: 0, y: 0, columns: before.size, rows: before.size, toX: 0, toY: 0 },
    ]);
    gl.deleteTexture(before.texture);
  }

  function add(key: string, { data, pixelRatio }: DrawnImage): AtlasEntry | null {
    if (gl === null) return null;
    const position = allocate(data.width, data.height);
    if (position === null) {
      isFull = true;
      return null;
    }
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, position.x, position.y, gl.RGBA, gl.UNSIGNED_BYTE, data);
    const entry = {
      ...position,
      columns: data.width,
      rows: data.height,
      width: data.width / pixelRatio,
      height: data.height / pixelRatio,
    };
    entries.set(key, entry);
    return entry;
  }

  async function addWhenDrawn(key: string, drawn: Promise<DrawnImage>): Promise<void> {
    drawing.add(key);
    try {
      const image = await drawn;
      // Meanwhile the context may have been lost.
      if (drawing.has(key) && add(key, image) !== null) onReady();
    } catch (error) {
      reportError(error);
    } finally {
      drawing.delete(key);
    }
  }

  /** Moves the entries in use to a new texture. */
  function rebuild(used: ReadonlySet<string>): void {
    if (gl === null) return;
    isFull = false;
    rebuiltAt = frameStart;
    const before = { texture, entries: [...entries] };
    packer = createShelfPacker(packer.size);
    entries.clear();
    const copies: TexelCopy[] = [];
    for (const [key, entry] of before.entries) {
      const to = used.has(key) ? packer.pack(entry.columns + MARGIN, entry.rows + MARGIN) : null;
      if (to === null) continue;
      copies.push({ ...entry, toX: to.x, toY: to.y });
      entries.set(key, { ...entry, ...to });
    }
    texture = createTexture(gl, packer.size);
    copyTexels(gl, before.texture, texture, copies);
    gl.deleteTexture(before.texture);
    version += 1;
  }

  return {
    get version() {
      return version;
    },
    get size() {
      return packer.size;
    },
    get isPending() {
      return isPending;
    },
    get(image) {
      const known = entries.get(image.key);
      if (known !== undefined) return known;
      if (gl === null || drawing.has(image.key)) return null;
      if (performance.now() - frameStart > BUDGET_MS) {
        isPending = true;
        return null;
      }
      const drawn = image.draw();
      if (!(drawn instanceof Promise)) return add(image.key, drawn);
      void addWhenDrawn(image.key, drawn);
      return null;
    },
    startFrame(listUsed) {
      frameStart = performance.now();
      isPending = false;
      if (isFull && frameStart - rebuiltAt > REBUILD_INTERVAL_MS) rebuild(listUsed());
    },
    bind() {
      gl?.bindTexture(gl.TEXTURE_2D, texture);
    },
    open(next) {
      gl = next;
      maxSize = Math.min(MAX_SIZE, gl.getParameter(gl.MAX_TEXTURE_SIZE) as number);
      packer = createShelfPacker(FIRST_SIZE);
      texture = createTexture(gl, FIRST_SIZE);
      entries.clear();
      drawing.clear();
      isFull = false;
      version += 1;
    },
    close() {
      gl?.deleteTexture(texture);
      gl = texture = null;
      entries.clear();
      drawing.clear();
    },
  };
}

function createTexture(gl: WebGL2RenderingContext, size: number): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, size, size);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}

interface TexelCopy {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly toX: number;
  readonly toY: number;
}

/** Copies rectangles from one texture to another, which becomes the current one. */
function copyTexels(
  gl: WebGL2RenderingContext,
  from: WebGLTexture | null,
  to: WebGLTexture,
  copies: readonly TexelCopy[],
): void {
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, from, 0);
  gl.bindTexture(gl.TEXTURE_2D, to);
  for (const { x, y, columns, rows, toX, toY } of copies)
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, toX, toY, x, y, columns, rows);
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  gl.deleteFramebuffer(framebuffer);
}
