import { describe, expect, it } from 'vitest';
import { PROTOCOLS } from './registry.ts';

describe('the registry', () => {
  it('has the protocols on the ports that Traccar gives them', () => {
    expect(PROTOCOLS.map(({ name, defaultPort, transports }) => [name, defaultPort, transports])).toEqual([
      ['jt808', 5015, ['tcp', 'udp']],
      ['gt06', 5023, ['tcp', 'udp']],
      ['osmand', 5055, ['http']],
    ]);
  });

  it('names each so that it can stand in a variable', () => {
    for (const { name } of PROTOCOLS) expect(name).toMatch(/^[a-z][a-z0-9]*$/);
  });
});
