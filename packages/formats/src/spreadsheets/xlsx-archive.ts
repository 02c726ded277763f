import { Zip, ZipDeflate } from 'fflate';

/** Fast: sheets shrink to about a tenth. */
const COMPRESSION_LEVEL = 3;

export interface ArchivedFile {
  readonly push: (text: string) => void;
  readonly end: () => void;
}

/** A ZIP archive in chunks. */
export class XlsxArchive {
  #chunks: Uint8Array[] = [];
  readonly #zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    this.#chunks.push(chunk);
  });

  start(path: string): ArchivedFile {
    const file = new ZipDeflate(path, { level: COMPRESSION_LEVEL });
    const encoder = new TextEncoder();
    this.#zip.add(file);
    return {
      push: (text) => file.push(encoder.encode(text)),
      end: () => file.push(new Uint8Array(), true),
    };
  }

  add(path: string, text: string): readonly Uint8Array[] {
    const file = this.start(path);
    file.push(text);
    file.end();
    return this.take();
  }

  end(): void {
    this.#zip.end();
  }

  take(): readonly Uint8Array[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }
}
