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
      send: ({ key, request: deviceRequest }) =>
        sendRequest(deviceRequest, target, agent, createOutcomeHandler(events, wire, key)),
      close: () => {
        wire.open = false;
        agent.destroy();
      },
    };
  };
}

type OutcomeHandler = (status: number | Error) => void;

/** 2xx is an acknowledgement; 5xx means that the server cannot take it now. */
function createOutcomeHandler(events: WireEvents, wire: { open: boolean }, key: string): OutcomeHandler {
  return (status) => {
    if (!wire.open) return;
    if (typeof status === 'number' && status < 500) events.replied(key, status >= 200 && status < 300);
    else {
      wire.open = false;
      events.closed(typeof status === 'number' ? new Error(`the server answers ${status}`) : status);
    }
  };
}

function sendRequest(
  deviceRequest: DeviceRequest,
  target: Target,
  agent: Agent,
  outcome: OutcomeHandler,
): void {
  const headers: Record<string, string | number> = { 'content-length': deviceRequest.body.length };
  if (deviceRequest.contentType !== null) headers['content-type'] = deviceRequest.contentType;
  const sent = request(
    { ...target, agent, method: deviceRequest.method, path: deviceRequest.target, headers },
    (response) => {
      response.resume();
      response.on('end', () => outcome(response.statusCode ?? 500));
      response.on('error', outcome);
    },
  );
  sent.on('error', outcome);
  sent.end(deviceRequest.body);
}
