import { writeRequestHead, writeResponseText } from '@wakeline/protocols/http-text';
import type { DeviceRequest } from '@wakeline/protocols/protocol';
import type { RegisteredTracker } from '../registry.ts';
import type { MessageRecorder } from './recorder.ts';

/** An answered request of a device. */
export interface RespondedRequest {
  readonly protocol: string;
  readonly address: string;
  /** With its target without the key. */
  readonly request: DeviceRequest;
  readonly status: number;
  readonly text: string;
  /** Epoch milliseconds of the response. */
  readonly at: number;
}

/** Records a request and its response. */
export function recordRequest(
  recorder: MessageRecorder,
  tracker: RegisteredTracker,
  { protocol, address, request, status, text, at }: RespondedRequest,
): void {
  const since = request.receivedAt;
  const connection = { protocol, transport: 'http' as const, address, since, closedAt: at };
  const bytes = Buffer.concat([Buffer.from(writeRequestHead(request)), request.body]);
  recorder.record(tracker, connection, { direction: 'received', bytes, at: since, isLogin: false });
  const response = Buffer.from(writeResponseText(status, text));
  recorder.record(tracker, connection, { direction: 'sent', bytes: response, at, isLogin: false });
}
