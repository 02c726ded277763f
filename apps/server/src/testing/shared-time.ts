import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const BYTES = 8;

/** A time in a file, so that processes read it at the moment another one has set it. */
export class SharedTime {
  readonly #file: number;
  readonly #bytes = new DataView(new ArrayBuffer(BYTES));

  private constructor(file: number) {
    this.#file = file;
  }

  static create(path: string, time: number): SharedTime {
    const created = new SharedTime(openSync(path, 'w+'));
    created.set(time);
    return created;
  }

  static open(path: string): SharedTime {
    return new SharedTime(openSync(path, 'r'));
  }

  set(time: number): void {
    this.#bytes.setFloat64(0, time);
    writeSync(this.#file, this.#bytes, 0, BYTES, 0);
  }

  get(): number {
    readSync(this.#file, this.#bytes, 0, BYTES, 0);
    return this.#bytes.getFloat64(0);
  }

  close(): void {
    closeSync(this.#file);
  }
}
