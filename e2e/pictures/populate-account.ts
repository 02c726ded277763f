import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFailedTask } from '@wakeline/server/testing/failed-task';
import { LOGIN, type ServerProcess } from '../support/server.ts';

const digest = (password: string) => createHash('md5').update(password).digest('hex');

/** Populates the holder's account for the screens, including very long names. */
export async function populateAccount(server: ServerProcess): Promise<void> {
  await setBranding(server);
  await publishUpdate(server);
  const { client } = server;
  const { list: groups } = await client.call('queryAllGroups', {});
  const [first, second] = groups.map(({ groupId }) => groupId);
  const watch = ['eob_plugin_loc_monitor'] as const;
  const work = ['eob_plugin_loc_monitor', 'eob_plugin_device_mg', 'eob_plugin_custom_window'] as const;
  const people = [
    { noteName: '值班室', account: 'duty', permission: 'editor', roles: [...work], groupIds: null },
    {
      noteName: 'Harbour master of the northern basin and its approaches',
      account: 'harbour.master.north@example.org',
      permission: 'administrator',
      roles: [...work, 'eob_plugin_auth_mg'],
      groupIds: null,
    },
    {
      noteName: 'Pilot station',
      account: 'pilots',
      permission: 'viewer',
      roles: [...watch],
      groupIds: first === undefined || second === undefined ? null : [first, second],
    },
    { noteName: '实习生', account: 'trainee', permission: 'viewer', roles: [...watch], groupIds: null },
  ] as const;
  for (const { roles, groupIds, ...person } of people) {
    const access = { roles: [...roles], groupIds: groupIds === null ? null : [...groupIds] };
    const { subUserId } = await client.call('createSubEobUser', {
      ...person,
      ...access,
      pd: digest('Lighthouse7'),
    });
    if (person.account === 'trainee') await client.call('editSubEobUser', { subUserId, disabled: true });
  }
  const panels = [
    ['潮汐表', 'https://tides.example.org/guilin', 11, 'SHOW'],
    ['Radar', 'https://weather.example.org/?view=radar&place=25.27,110.29', 12, 'SHOW'],
    ['港口', 'https://port.example.org/', 13, 'HIDE'],
  ] as const;
  for (const [panelName, panelUrl, sort, display] of panels)
    await client.call('addPanel', { panelName, panelUrl, sort, display });
  await client.call('createToken', {
    oldPD: digest(LOGIN.password),
    name: 'Nightly report',
    permission: 'viewer',
    roles: [...watch],
    days: 90,
  });
  await client.call('exportAuditLog', {});
  await addFailedTask(server.databaseUrl, LOGIN.account);
}

async function setBranding(server: ServerProcess): Promise<void> {
  const account = ['--account', 'harbour'];
  await server.operator('admin', 'brand', ...account, '--link-code', 'harbour', '--name', 'Harbour Watch');
  await server.operator('admin', 'registration', 'open', '--link-code', 'harbour');
  await server.operator(
    'admin',
    'sales-contact',
    '--name',
    'Wakeline 服务中心',
    '--contact',
    '400-000-0000 · sales@example.org',
  );
}

async function publishUpdate(server: ServerProcess): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wakeline-pictures-'));
  try {
    const texts = {
      zh: '<h3>新功能</h3><ul><li>子账号可以只看到所选的分组</li><li>两步验证</li><li>操作日志</li></ul><p>详情见<a href="https://example.org/">说明</a>。</p>',
      en: '<h3>New</h3><ul><li>Sub-accounts may see chosen groups alone</li><li>Two-factor sign-in</li><li>Audit log</li></ul><p>More in the <a href="https://example.org/">notes</a>.</p>',
    };
    for (const [language, html] of Object.entries(texts)) await writeFile(join(folder, language), html);
    await server.operator(
      'admin',
      'publish-update',
      '--title-zh',
      '权限与安全',
      '--html-zh',
      join(folder, 'zh'),
      '--title-en',
      'Rights and security',
      '--html-en',
      join(folder, 'en'),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
