import { tmpdir } from 'node:os';
import { createClient } from '@wakeline/client/client';
import { operation } from '@wakeline/contract/operation';
import { logout } from '@wakeline/contract/sign-in';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';
import { bindOperation } from './bind.ts';
import { createHosts } from './hosts.ts';
import { openApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';
import { serveOperations } from './service.ts';

/** Operations of live events have a sub-prefix. The contract has none yet, so the test defines one. */
const leaveMatch = operation({
  ...logout,
  name: 'leaveMatch',
  group: 'live',
  access: { permission: 'viewer', roles: ['eob_plugin_match_live', 'eob_plugin_match'] },
});
const table = { leaveMatch } as const;

let world: World;
let http: FastifyInstance;
let url: string;
let leftLogins: string[];

beforeAll(async () => {
  world = await startWorld();
  leftLogins = [];
  http = fastify();
  serveOperations(http, {
    prefix: '/service',
    operations: [
      bindOperation(
        leaveMatch,
        async (_payload, { login }) => {
          leftLogins.push(login);
          return {};
        },
        { validateResponses: true },
      ),
    ],
    db: world.database.db,
    clock: world.clock,
    log: pino({ level: 'silent' }),
    uploadFolder: tmpdir(),
    hosts: createHosts('127.0.0.1', []),
    tls: false,
    checkRate: async () => undefined,
  });
  url = await http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await http.close();
  await world.stop();
});

async function clientOf(name: string, role: 'eob_plugin_match' | 'eob_plugin_task') {
  const person = await (await world.account('harbour')).person(name, { roles: [role] });
  const token = await person.token();
  const groups = { leaveMatch: 'live' } as const;
  return createClient<typeof table>({ baseUrl: url, prefix: '/service', token: () => token, groups });
}

test('serves the operation under the sub-prefix, with the same access checks', async () => {
  await (await clientOf('speaker', 'eob_plugin_match')).call('leaveMatch', {});
  expect(leftLogins).toEqual(['speaker']);
  await expect((await clientOf('planner', 'eob_plugin_task')).call('leaveMatch', {})).rejects.toMatchObject({
    errorName: 'not-allowed',
    details: { role: 'eob_plugin_match_live eob_plugin_match' },
  });
  expect(leftLogins).toEqual(['speaker']);
});

test('does not serve the operation without the sub-prefix', async () => {
  expect((await fetch(`${url}/service/leaveMatch`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}/service/live/leaveMatch`, { method: 'POST' })).status).toBe(200);
});

test('describes the operation under the sub-prefix', () => {
  const { paths } = JSON.parse([...openApiDocument('/service', [leaveMatch])].join(''));
  expect(paths).toMatchObject({ '/service/live/leaveMatch': { post: { operationId: 'leaveMatch' } } });
  const described = JSON.stringify(paths);
  expect(described).toContain('or above with the function `eob_plugin_match_live` or `eob_plugin_match`.');
  expect([...openApiPage('/service', [leaveMatch])].join('')).toContain(
    '<code>POST /service/live/leaveMatch</code>',
  );
});
