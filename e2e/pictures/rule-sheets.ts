import { LOGIN, type ServerProcess } from '../support/server.ts';
import { press } from './acts.ts';
import type { Sheet } from './sheets.ts';

/** A webhook, a user and a person outside, with subscriptions. */
async function addRecipients({ client }: ServerProcess): Promise<void> {
  const { users } = await client.call('queryRecipients', {});
  const { recipientId: webhook } = await client.call('addRecipient', {
    recipient: {
      kind: 'webhook',
      recipientName: '调度系统 Dispatch',
      url: 'https://hooks.example.org/wakeline',
    },
  });
  await client.call('addRecipient', {
    recipient: {
      kind: 'user',
      userId: users.find(({ account }) => account === LOGIN.account)?.userId ?? 0,
      email: null,
      phone: '13800138000',
    },
  });
  await client.call('addRecipient', {
    recipient: {
      kind: 'contact',
      recipientName: 'Harbour master of the northern basin and its approaches',
      language: 'en_US',
      email: 'harbour.master.north@example.org',
      phone: null,
    },
  });
  const subscription = {
    msgTypes: [],
    ruleIds: [],
    scope: { type: 'all' as const },
    quietHours: null,
    digestMinutes: 0 as const,
    escalateMinutes: 0,
    enabled: true,
  };
  await client.call('addSubscription', { ...subscription, recipientId: webhook, channel: 'webhook' });
  await client.call('addSubscription', {
    ...subscription,
    recipientId: webhook,
    channel: 'webhook',
    msgTypes: ['SOS', 'OUTAGE', 'OVERSPEED', 'YAW'],
  });
  const { list: rules } = await client.call('queryRules', {});
  const { ruleId: deleted } = await client.call('addRule', {
    ruleName: 'Deleted',
    condition: { type: 'started' },
    appliesTo: 'all',
  });
  await client.call('addSubscription', {
    ...subscription,
    recipientId: webhook,
    channel: 'webhook',
    ruleIds: [...rules.slice(0, 2).map(({ ruleId }) => ruleId), deleted],
  });
  await client.call('deleteRule', { ruleId: deleted });
}

/** Own pop-ups and sounds for some rules. */
async function chooseRuleAlerts({ client }: ServerProcess): Promise<void> {
  const { list } = await client.call('queryRules', {});
  const [first, second] = list.map(({ ruleId }) => ruleId);
  await client.call('editNoticeConf', {
    rules: [
      { ruleId: first ?? 0, popup: true, sound: 'chime', desktop: null },
      { ruleId: second ?? 0, popup: false, sound: null, desktop: null },
    ],
  });
}

/** A target that cannot be found, and one that is turned off. */
async function addTargets({ client }: ServerProcess): Promise<void> {
  const target = {
    contents: ['positions' as const, 'events' as const],
    scope: { type: 'all' as const },
    enabled: true,
  };
  await client.call('addForwardTarget', {
    target: {
      ...target,
      kind: 'http',
      targetName: '港口调度系统 Harbour dispatch of the northern basin',
      url: 'https://dispatch.example.org/wakeline/positions',
    },
    password: 'token',
  });
  await client.call('addForwardTarget', {
    target: {
      ...target,
      kind: 'mqtt',
      targetName: 'Fleet broker',
      url: 'mqtts://broker.example.org',
      topic: 'harbour/positions',
      userName: 'wakeline',
      protocolVersion: '5',
      contents: ['positions'],
      enabled: false,
    },
    password: 'password',
  });
}

/** Screens of rules, of the delivery of notices, and of forwarding. */
export const RULE_SHEETS: readonly Sheet[] = [
  {
    name: 'rules',
    path: '/rules',
    signedIn: true,
    steps: [{ name: 'rule-form', act: press({ zh_CN: '新建规则', en_US: 'New rule' }) }],
  },
  {
    name: 'settings-notices',
    path: '/systemSet?tab=notifications',
    signedIn: true,
    prepare: chooseRuleAlerts,
  },
  {
    name: 'settings-delivery',
    path: '/systemSet?tab=delivery',
    signedIn: true,
    prepare: addRecipients,
  },
  {
    name: 'settings-forwarding',
    path: '/systemSet?tab=delivery',
    signedIn: true,
    prepare: addTargets,
    act: async (page, language) => {
      const name = { zh_CN: '数据转发', en_US: 'Forwarding' }[language];
      await page.getByRole('list', { name }).scrollIntoViewIfNeeded();
    },
    steps: [{ name: 'forwarding-form', act: press({ zh_CN: '新建目标', en_US: 'New target' }) }],
  },
];
