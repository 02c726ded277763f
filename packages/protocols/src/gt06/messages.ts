import { alarm } from './alarm.ts';
import { information } from './information.ts';
import type { MessageKind } from './message.ts';
import { position } from './position.ts';
import { serverTime } from './server-time.ts';
import { status } from './status.ts';

const KINDS: readonly MessageKind[] = [position, alarm, status, information, serverTime];

/** Every message after the login that is understood, by its protocol number. */
export const MESSAGES: ReadonlyMap<number, MessageKind> = new Map(
  KINDS.flatMap((kind) => kind.ids.map((id): [number, MessageKind] => [id, kind])),
);
