import { z } from 'zod';

/**
 * An uploaded file, as passed to the server's handlers: on disk, until the call ends. Only the server creates these.
 */
export class UploadedFile {
  /** Absolute. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** File name given by the client, without folders; never used in a path on the server. */
  readonly name: string;

  constructor({ path, size, name }: Pick<UploadedFile, 'path' | 'size' | 'name'>) {
    this.path = path;
    this.size = size;
    this.name = name;
  }
}

/** A field with a file: callers pass a `File`, handlers receive an `UploadedFile`. */
type FileField = z.ZodType<UploadedFile, z.input<z.ZodFile>>;

export const uploadedFile = z
  .custom<UploadedFile>((value) => value instanceof UploadedFile)
  .meta({ type: 'string', format: 'binary', contentEncoding: 'binary' }) as unknown as FileField;
