/** A connection of devices, or the last HTTP request of a device. */
export interface DeviceConnection {
  readonly protocol: string;
  readonly transport: 'tcp' | 'udp' | 'http';
  readonly address: string;
  /** Epoch milliseconds. */
  since: number;
  /** When it was closed; null: it is open. */
  closedAt: number | null;
}

interface Entry {
  readonly connection: DeviceConnection;
  uses: number;
}

/** Numbers the connections that recorded messages refer to, as long as they do. */
export class ConnectionTable {
  readonly #numbers = new Map<DeviceConnection, number>();
  readonly #entries: (Entry | undefined)[] = [];
  readonly #freeNumbers: number[] = [];

  /** Returns the number of a connection. Each call is one use of it. */
  use(connection: DeviceConnection): number {
    return this.useAgain(this.#numbers.get(connection) ?? this.#add(connection));
  }

  useAgain(number: number): number {
    this.#entryOf(number).uses += 1;
    return number;
  }

  get(number: number): DeviceConnection {
    return this.#entryOf(number).connection;
  }

  /** Ends one use of a connection. */
  release(number: number): void {
    const entry = this.#entryOf(number);
    entry.uses -= 1;
    if (entry.uses > 0) return;
    this.#numbers.delete(entry.connection);
    this.#entries[number] = undefined;
    this.#freeNumbers.push(number);
  }

  #entryOf(number: number): Entry {
    const entry = this.#entries[number];
    if (entry === undefined) throw new Error(`no connection ${number}`);
    return entry;
  }

  #add(connection: DeviceConnection): number {
    const number = this.#freeNumbers.pop() ?? this.#entries.length;
    this.#entries[number] = { connection, uses: 0 };
    this.#numbers.set(connection, number);
    return number;
  }
}
