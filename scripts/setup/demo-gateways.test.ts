import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { configureDemoGateways } from './demo-gateways.ts';

test('configures each gateway for a port of its own', async () => {
  const { variables, peerPorts } = await configureDemoGateways({});
  const ports = Object.values(peerPorts);
  expect(ports).toHaveLength(8);
  expect(new Set(ports).size).toBe(8);
  expect(variables.WAKELINE_BEIDOU_MACHINE).toBe(`tcp://127.0.0.1:${peerPorts['beidou-machine']}`);
  expect(variables.WAKELINE_IRIDIUM_DIRECTIP).toBe(`127.0.0.1:${peerPorts['iridium-gateway']}`);
  expect(variables.WAKELINE_IRIDIUM_LISTEN_PORT).toBe(String(peerPorts['iridium-listener']));
});

test('leaves gateways alone that the operator has configured', async () => {
  const { variables, peerPorts } = await configureDemoGateways({
    WAKELINE_BEIDOU_OPERATOR_URL: 'https://operator.example/send',
    WAKELINE_SMTP_URL: 'smtps://mail.example',
    WAKELINE_SMS_URL: '',
  });
  expect(Object.keys(peerPorts)).toEqual([
    'iridium-gateway',
    'iridium-listener',
    'inreach-service',
    'sms-gateway',
    'adsb-receiver',
    'weather-service',
  ]);
  expect(Object.keys(variables).filter((name) => /BEIDOU|SMTP/.test(name))).toEqual([]);
});

test('skips ports that are in use', async () => {
  const { peerPorts } = await configureDemoGateways({});
  const port = peerPorts['beidou-machine'];
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    const second = await configureDemoGateways({});
    expect(Object.values(second.peerPorts)).not.toContain(port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
