import { z } from 'zod';

/** A file of a request, as the server's handlers get it: on the disk, for as long as the call lasts. Only the server makes one. */
export class UploadedFile {
  /** Absolute. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** As the sender named it, without folders; never part of a path of ours. */
  readonly name: string;

  constructor({ path, size, name }: Pick<UploadedFile, 'path' | 'size' | 'name'>) {
    this.path = path;
    this.size = size;
    this.name = name;
  }
}

/** A field with a file: a caller gives a `File`, and a handler gets an `UploadedFile`. */
type FileField = z.ZodType<UploadedFile, z.input<z.ZodFile>>;

export const uploadedFile = z
  .custom<UploadedFile>((value) => value instanceof UploadedFile)
  .meta({ type: 'string', format: 'binary', contentEncoding: 'binary' }) as unknown as FileField;
