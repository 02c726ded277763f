import pino from 'pino';
import { createBackground } from '../background.ts';
import { systemClock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { openPlaces, type Places } from '../places/open-places.ts';

/** Places with the bundled gazetteer and without external services, for servers that a test composes. */
export function testPlaces(db: Db): Places {
  const log = pino({ level: 'silent' });
  return openPlaces({
    db,
    geocoder: null,
    routing: null,
    matching: null,
    background: createBackground(log),
    clock: systemClock,
    log,
  });
}
