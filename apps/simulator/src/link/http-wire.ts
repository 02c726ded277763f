import { Agent, request } from 'node:http';
import type { DeviceRequest } from '@wakeline/protocols/protocol';
import type { Dial, Parcel, Target, WireEvents } from './wire.ts';

/** A request with a number that identifies its response. */
export interface NumberedRequest extends Parcel {
  readonly key: string;
  readonly request: DeviceRequest;
}

/** Dials a request protocol: one HTTP request per parcel, over keep-alive connections. */
export function dialHttp(target: Target): Dial<NumberedRequest> {
  return (events) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const wire = { open: true };
    // Ready immediately, but no event may be sent before this function returns.
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

/** 2xx: acknowledged; 5xx: the server is unavailable. */
function createOutcomeHandler(events: WireEvents, wire: { open: boolean }, key: string): OutcomeHandler {
  return (status) => {
    if (!wire.open) return;
    if (typeof status === 'number' && status < 500) events.replied(key, status >= 200 && status < 300);
    else {
      wire.open = false;
      events.closed(typeof status === 'number' ? new Error(`the server responded with ${status}`) : status);
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
