import { readFileSync } from 'node:fs';
import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import { describe, expect, it } from 'vitest';
import { PROTOCOLS } from './registry.ts';

const readRepositoryFile = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('the registry', () => {
  it('assigns the same ports as Traccar', () => {
    // Traccar's setup/traccar.xml.
    expect(PROTOCOL_PORTS).toMatchObject({ jt808: 5015, gt06: 5023, osmand: 5055 });
    expect(new Set(Object.values(PROTOCOL_PORTS)).size).toBe(PROTOCOLS.length);
  });

  it('lists each protocol under its name, which is valid in variable names', () => {
    expect(PROTOCOLS.map(({ name }) => name)).toEqual(Object.keys(PROTOCOL_PORTS));
    for (const { name } of PROTOCOLS) expect(name).toMatch(/^[a-z][a-z0-9]*$/);
  });
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
    const exposed = /^EXPOSE (.*)$/m.exec(readRepositoryFile('deploy/Dockerfile'))?.[1]?.split(' ');
    expect(exposed).toEqual(expect.arrayContaining(published.map(String)));
    for (const address of published)
      expect(readRepositoryFile('deploy/compose.yaml')).toContain(`- "${port}:${address}"`);
  });
});
