import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { createAisReader } from '@wakeline/protocols/ais/reader';
import { expect, test } from 'vitest';
import { createShips, detailSentences, positionSentence } from './ships.ts';

const CENTER = { latitude: 36.05, longitude: 120.3 };
const NOW = Date.UTC(2026, 5, 1, 12);

function messagesIn(sentences: readonly string[]) {
  return createAisReader()
    .receive(Buffer.from(sentences.map((line) => `${line}\n`).join('')), NOW)
    .flatMap((event) => (event.type === 'message' ? [event.message] : []));
}

test('moves ships at their speed within the area', () => {
  for (const ship of createShips(30, CENTER, 10_000, 'test')) {
    const [before, after] = messagesIn([positionSentence(ship, NOW), positionSentence(ship, NOW + 60_000)]);
    if (!before?.position || !after?.position) throw new Error('no position');
    // Both coordinates are within 10 km.
    expect(greatCircleDistance(CENTER, before.position)).toBeLessThan(14_500);
    // A minute at its speed; less if it turned round meanwhile.
    const metres = greatCircleDistance(before.position, after.position);
    expect(metres).toBeLessThanOrEqual((ship.speed / 60) * 1_000 * 1.01 + 1);
    if (ship.speed === 0) expect(metres).toBe(0);
  }
});

test('sends names and sizes', () => {
  const [ship] = createShips(1, CENTER, 10_000, 'test');
  if (ship === undefined) throw new Error('no ship');
  expect(messagesIn(detailSentences(ship))).toMatchObject([
    { objectId: 'mmsi-699000001', details: { name: 'GULL 1', shipType: ship.shipType, length: ship.length } },
  ]);
});
