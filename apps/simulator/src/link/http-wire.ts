import { Agent, request } from 'node:http';
import type { DeviceRequest } from '@wakeline/protocols/protocol';
import type { Dial, Parcel, Target, WireEvents } from './wire.ts';

/** A request with the number by which its answer is known. */
export interface NumberedRequest extends Parcel {
  readonly key: string;
  readonly request: DeviceRequest;
}

/** Dials a request protocol: each parcel is an HTTP request of its own, over connections that stay open between them. */
export function dialHttp(target: Target): Dial<NumberedRequest> {
  return (events) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const wire = { open: true };
    // There is nothing to wait for before the first request, but nothing may be told before this returns.
    queueMicrotask(() => {
      if (wire.open) events.ready();
    });
    return {
      send: ({ key, request: what }) => sendOne(what, target, agent, outcomeTo(events, wire, key)),
      close: () => {
        wire.open = false;
        agent.destroy();
      },
    };
  };
}

type Outcome = (status: number | Error) => void;

/** 2xx is an acknowledgement; 5xx means that the server cannot take it now. */
function outcomeTo(events: WireEvents, wire: { open: boolean }, key: string): Outcome {
  return (status) => {
    if (!wire.open) return;
    if (typeof status === 'number' && status < 500) events.answered(key, status >= 200 && status < 300);
    else {
      wire.open = false;
      events.closed(typeof status === 'number' ? new Error(`the server answers ${status}`) : status);
    }
  };
}

function sendOne(what: DeviceRequest, target: Target, agent: Agent, outcome: Outcome): void {
  const headers: Record<string, string | number> = { 'content-length': what.body.length };
  if (what.contentType !== null) headers['content-type'] = what.contentType;
  const sent = request({ ...target, agent, method: what.method, path: what.target, headers }, (response) => {
    response.resume();
    response.on('end', () => outcome(response.statusCode ?? 500));
    response.on('error', outcome);
  });
  sent.on('error', outcome);
  sent.end(what.body);
}
