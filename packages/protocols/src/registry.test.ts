import { readFileSync } from 'node:fs';
import { DEVICE_MODELS } from '@wakeline/domain/devices/models';
import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import { describe, expect, it, test } from 'vitest';
import { PROTOCOLS } from './registry.ts';

const readRepositoryFile = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('the registry', () => {
  it('assigns the same ports as Traccar', () => {
    // Traccar's setup/traccar.xml.
    expect(PROTOCOL_PORTS).toMatchObject({
      jt808: 5015,
      gt06: 5023,
      teltonika: 5027,
      queclink: 5004,
      osmand: 5055,
      meitrack: 5020,
      h02: 5013,
      tk103: 5002,
      watch: 5093,
      nmea: 5005,
    });
    expect(new Set(Object.values(PROTOCOL_PORTS)).size).toBe(PROTOCOLS.length);
  });

  it('lists each protocol under its name, which is valid in variable names', () => {
    expect(PROTOCOLS.map(({ name }) => name)).toEqual(Object.keys(PROTOCOL_PORTS));
    for (const { name } of PROTOCOLS) expect(name).toMatch(/^[a-z][a-z0-9]*$/);
  });
});

test.each(DEVICE_MODELS)('$name lists only instructions that can be sent', (model) => {
  const sent = new Set([
    ...(PROTOCOLS.find(({ name }) => name === model.protocol)?.instructions ?? []),
    ...(model.texts ?? []).map(({ instruction }) => instruction),
  ]);
  expect(model.instructions.filter((name) => !sent.has(name))).toEqual([]);
});

describe.each(PROTOCOLS)('$name', ({ name, transports }) => {
  const port = PROTOCOL_PORTS[name];
  /** Ports as in compose files and images: HTTP is TCP, and a port without a suffix is TCP. */
  const published = transports.map((transport) => (transport === 'http' ? port : `${port}/${transport}`));

  it('is listed in the README with its port and its page', () => {
    const listed = `(docs/protocols/${name}.md) | ${port} ${transports.join(', ').toUpperCase()} |`;
    expect(readRepositoryFile('README.md')).toContain(listed);
  });

  it('is published by the container', () => {
    const lines = readRepositoryFile('deploy/Dockerfile').matchAll(/^EXPOSE (.*)$/gm);
    const exposed = [...lines].flatMap(([, ports]) => ports?.split(' ') ?? []);
    expect(exposed).toEqual(expect.arrayContaining(published.map(String)));
    for (const address of published)
      expect(readRepositoryFile('deploy/compose.yaml')).toContain(`- "${port}:${address}"`);
  });
});
