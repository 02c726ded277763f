import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrowdRequest, CrowdResponse } from './event-crowd-process.ts';

const PROGRAM = fileURLToPath(new URL('./event-crowd-process.ts', import.meta.url));

export interface CrowdOptions {
  /** Of the server: `http://127.0.0.1:8080` */
  readonly url: string;
  /** `/service/live/event/{code}/snapshot` */
  readonly path: string;
  readonly viewers: number;
  /** Number of the first viewer. */
  readonly first: number;
  readonly processes: number;
}

export interface CrowdFigures {
  /** Milliseconds from request to complete response, sorted. */
  readonly latencies: Float64Array;
  readonly responses: ReadonlyMap<number, number>;
  /** Bytes of responses with their headers. */
  readonly bytes: number;
  /** Requests that were not sent in time, because the response before had not arrived. */
  readonly late: number;
  /** Processor time of the crowd, seconds. */
  readonly cpu: number;
}

/** Viewers of a public page, in processes of their own: each requests the snapshot once a second. */
export class EventCrowd {
  readonly #processes: readonly ChildProcess[];

  private constructor(processes: readonly ChildProcess[]) {
    this.#processes = processes;
  }

  /** Connects all viewers. */
  static async open({ url, path, viewers, first, processes }: CrowdOptions): Promise<EventCrowd> {
    const { hostname: host, port } = new URL(url);
    const count = Math.min(processes, viewers);
    const children = Array.from({ length: count }, () => fork(PROGRAM, [], { serialization: 'advanced' }));
    for (const [index, child] of children.entries()) {
      const [from, to] = [index, index + 1].map((at) => Math.floor((at * viewers) / count)) as [
        number,
        number,
      ];
      await request(child, {
        ...{ kind: 'open', host, port: Number(port), path, first: first + from, viewers: to - from },
      });
    }
    return new EventCrowd(children);
  }

  /** Starts to request snapshots. */
  poll(): void {
    for (const child of this.#processes) child.send({ kind: 'poll' } satisfies CrowdRequest);
  }

  /** Begins the figures again. */
  measure(): void {
    for (const child of this.#processes) child.send({ kind: 'measure' } satisfies CrowdRequest);
  }

  /** Disconnects all viewers. Returns the figures since `measure`. */
  async end(): Promise<CrowdFigures> {
    const all = await Promise.all(
      this.#processes.map(async (child) => {
        const response = await request(child, { kind: 'end' });
        const exited = once(child, 'exit');
        child.disconnect();
        await exited;
        if (response.kind !== 'figures') throw new Error(`a crowd sent ${response.kind}`);
        return response;
      }),
    );
    const responses = new Map<number, number>();
    for (const one of all)
      for (const [status, count] of one.responses)
        responses.set(status, (responses.get(status) ?? 0) + count);
    return {
      latencies: Float64Array.from(all.flatMap(({ latencies }) => [...latencies])).sort(),
      responses,
      bytes: sum(all.map(({ bytes }) => bytes)),
      late: sum(all.map(({ late }) => late)),
      cpu: sum(all.map(({ cpu }) => cpu)),
    };
  }
}

/** @throws Error if the process exits instead of responding */
async function request(child: ChildProcess, message: CrowdRequest): Promise<CrowdResponse> {
  const exited = new AbortController();
  const failed = once(child, 'exit', { signal: exited.signal }).then(([code]) => {
    throw new Error(`a crowd of viewers has exited with ${String(code)}`);
  });
  failed.catch(() => undefined);
  child.send(message);
  const [response] = (await Promise.race([once(child, 'message'), failed])) as [CrowdResponse];
  exited.abort();
  return response;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
