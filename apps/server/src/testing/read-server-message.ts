import { type ServerMessage, serverMessage } from '@wakeline/contract/live/messages';
import { readStateFrame } from '@wakeline/contract/live/state-frame';
import { readStateRow } from '@wakeline/contract/live/state-row';
import type { RawData } from 'ws';

/** Reads a message of the live socket, text or binary, and validates it against the contract. */
export function readServerMessage(data: RawData, isBinary: boolean): ServerMessage {
  return serverMessage.parse(isBinary ? readStates(data as Buffer) : JSON.parse(String(data)));
}

/** The `states` message of a frame. */
export function readStates(frame: Uint8Array): Extract<ServerMessage, { type: 'states' }> {
  const states: Extract<ServerMessage, { type: 'states' }>['states'] = [];
  const { full, sentAt } = readStateFrame(frame, (trackerId, rows, details) => {
    states.push({ trackerId, status: readStateRow(rows, 0, details) });
  });
  return { type: 'states', full, states, sentAt };
}
