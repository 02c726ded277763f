import pino from 'pino';
import type { HandlerDependencies } from '../app/handlers.ts';
import { createBackground } from '../background.ts';
import { systemClock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { createOutboxSender } from '../messages/outbox.ts';

/** Dependencies of signing in, as in a server without an SMS gateway. */
export function testSigningIn(db: Db): HandlerDependencies['signingIn'] {
  const log = pino({ level: 'silent' });
  return {
    sender: createOutboxSender({ db, clock: systemClock, log }),
    background: createBackground(log),
    log,
  };
}
