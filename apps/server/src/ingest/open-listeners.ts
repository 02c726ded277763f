import type { Protocol } from '@wakeline/protocols/protocol';
import { listenHttp } from './http-listener.ts';
import type { LinkServices } from './link-services.ts';
import type { Listener } from './listener.ts';
import { listenTcp } from './tcp-listener.ts';
import { listenUdp } from './udp-listener.ts';

/** A configured port of a protocol is not available. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface ListenPlan {
  readonly protocols: readonly Protocol[];
  readonly host: string;
  readonly ports: Readonly<Record<string, number | null>>;
}

/** Opens all listeners or none. Throws ListenError, which names the environment variable, when one cannot be opened. */
export async function openListeners(plan: ListenPlan, services: LinkServices): Promise<readonly Listener[]> {
  const listeners: Listener[] = [];
  try {
    for (const protocol of plan.protocols) {
      const port = plan.ports[protocol.name] ?? null;
      if (port === null) continue;
      for (const listener of await openOne(protocol, plan.host, port, services)) listeners.push(listener);
    }
  } catch (error) {
    await Promise.all(listeners.map((listener) => listener.stopReading()));
    await Promise.all(listeners.map((listener) => listener.close()));
    throw error;
  }
  return listeners;
}

async function openOne(
  protocol: Protocol,
  host: string,
  port: number,
  services: LinkServices,
): Promise<readonly Listener[]> {
  try {
    if (protocol.kind === 'request') return [await listenHttp(protocol, host, port, services)];
    const opened: Listener[] = [];
    for (const transport of protocol.transports) {
      const listen = transport === 'tcp' ? listenTcp : listenUdp;
      opened.push(await listen(protocol, host, port, services));
    }
    return opened;
  } catch (error) {
    const variable = `WAKELINE_PORT_${protocol.name.toUpperCase()}`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ListenError(`${protocol.name} cannot listen on ${host} port ${port} (${variable}): ${reason}`, {
      cause: error,
    });
  }
}
