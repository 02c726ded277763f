import type { LinkServices } from './link-services.ts';

/** Milliseconds between two log entries of one listener about refused connections. */
const LOG_INTERVAL = 60_000;

type Services = Pick<LinkServices, 'limits' | 'metrics' | 'clock' | 'log'>;

/** Counts the connections of a listener, and refuses those beyond the limits of the operator. */
export class ConnectionCounter {
  readonly #protocol: string;
  readonly #services: Services;
  readonly #gauge: { set(value: number): void };
  readonly #perAddress = new Map<string, number>();
  #total = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(protocol: string, transport: 'tcp' | 'http', services: Services) {
    this.#protocol = protocol;
    this.#services = services;
    this.#gauge = services.metrics.connections.labels(protocol, transport);
  }

  /** Open connections. */
  get total(): number {
    return this.#total;
  }

  /** False: the connection must be closed, and is not counted. */
  add(address: string): boolean {
    const { limits } = this.#services;
    const ofAddress = (this.#perAddress.get(address) ?? 0) + 1;
    if (ofAddress > limits.connectionsPerAddress) {
      this.#refuse(address, 'WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS', limits.connectionsPerAddress);
      return false;
    }
    if (this.#total >= limits.connections) {
      this.#refuse(address, 'WAKELINE_DEVICE_CONNECTIONS', limits.connections);
      return false;
    }
    this.#perAddress.set(address, ofAddress);
    this.#gauge.set(++this.#total);
    return true;
  }

  /** A counted connection was closed. */
  remove(address: string): void {
    const remaining = (this.#perAddress.get(address) ?? 1) - 1;
    if (remaining === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, remaining);
    this.#gauge.set(--this.#total);
  }

  /** A fleet behind one address, of a mobile network or a proxy, looks like an attack: the log says which limit to raise. */
  #refuse(address: string, variable: string, limit: number): void {
    const { metrics, clock, log } = this.#services;
    metrics.closed.inc({ protocol: this.#protocol, reason: 'too-many' });
    const now = clock.now();
    if (now - this.#loggedAt < LOG_INTERVAL) return;
    this.#loggedAt = now;
    log.warn(
      { protocol: this.#protocol, address, limit, variable },
      'device connections are refused: raise the limit if they are not an attack',
    );
  }
}
