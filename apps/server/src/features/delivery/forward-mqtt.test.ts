import type { ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connectReporter,
  type ForwardedBody,
  positionTimes,
  targetWhen,
  untilForwarding,
} from '../../forwarding/testing/forwarded.ts';
import { BROKER_PASSWORD, BROKER_USER, MOSQUITTO, Mosquitto } from '../../forwarding/testing/mosquitto.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { startWorld, type World } from '../../testing/world.ts';

/** `npm test` installs Mosquitto where it can, and names it where it cannot. */
describe.skipIf(MOSQUITTO === null)('Mosquitto', () => {
  let broker: Mosquitto;
  let world: World;
  let subscriber: MqttClient;
  /** Messages by topic, in order. */
  const received = new Map<string, ForwardedBody[]>();
  let count = 0;

  beforeAll(async () => {
    broker = await Mosquitto.start();
    world = await startWorld({ environment: { WAKELINE_WEBHOOK_NETWORKS: '127.0.0.1' } });
    await subscribe();
  });
  afterAll(async () => {
    await subscriber.endAsync(true);
    await world.stop();
    await broker.stop();
  });

  async function subscribe(): Promise<void> {
    subscriber = await connectAsync(broker.url, {
      username: BROKER_USER,
      password: BROKER_PASSWORD,
      protocolVersion: 5,
      reconnectPeriod: 0,
    });
    subscriber.on('message', (topic, payload) => {
      const messages = received.get(topic) ?? [];
      received.set(topic, messages);
      messages.push(JSON.parse(payload.toString()) as ForwardedBody);
    });
    await subscriber.subscribeAsync('wakeline/#', { qos: 1 });
  }

  /** An account with a device, and a target with its own topic. */
  async function createTarget(form: object = {}, password: string | null = BROKER_PASSWORD) {
    count += 1;
    const account = await world.account(`harbour ${count}`);
    const ada = await account.person(`ada ${count}`);
    const topic = `wakeline/harbour${count}`;
    const target: ForwardTargetForm = {
      kind: 'mqtt',
      targetName: 'Broker',
      url: broker.url,
      topic,
      userName: BROKER_USER,
      protocolVersion: '5',
      contents: ['positions', 'events'],
      scope: { type: 'all' },
      enabled: true,
      ...form,
    };
    const gull = await connectReporter(world, account, `1375000${String(count).padStart(4, '0')}`, 'Gull');
    const { targetId } = await ada.call('addForwardTarget', { target, password });
    const messages = () => received.get(topic) ?? [];
    return { ada, gull, target, targetId, messages, from: world.clock.now() - 600_000 };
  }

  test.each(['5', '3.1.1'] as const)('gets positions in order by MQTT %s', async (protocolVersion) => {
    const { ada, gull, messages, targetId, from } = await createTarget({ protocolVersion });
    await untilForwarding(world, gull, () => messages().length > 0);
    for (let at = 0; at < 5; at += 1) await gull.send(from + at * 1_000);
    await eventually('five positions', () => positionTimes(messages(), from).length >= 5);
    expect(positionTimes(messages(), from)).toEqual(Array.from({ length: 5 }, (_, at) => from + at * 1_000));
    const state = await targetWhen(ada, 'nothing that waits', ({ waiting }) => waiting === 0);
    expect(state).toMatchObject({ reason: null, dropped: 0 });
    const last = messages().at(-1);
    expect(last).toMatchObject({
      type: 'data',
      id: expect.stringMatching(new RegExp(`^f${targetId}\\.\\d+$`)),
    });
    expect(last?.positions.at(-1)).toMatchObject({ trackerName: 'Gull', imei: gull.imei });
    // QoS 1 on one connection for all messages.
    expect(broker.log).toMatch(/Received PUBLISH from wakeline-\w+ \(d0, q1, r0/);
  });

  test('that is down gets everything in order when it is up again', async () => {
    const { ada, gull, messages, from } = await createTarget();
    await untilForwarding(world, gull, () => messages().length > 0);
    await targetWhen(ada, 'nothing that waits', ({ waiting }) => waiting === 0);
    await broker.end();
    for (let at = 0; at < 5; at += 1) await gull.send(from + at * 1_000);
    await targetWhen(ada, 'a failed attempt', ({ reason, nextTime }) => reason !== null && nextTime !== null);
    expect(positionTimes(messages(), from)).toEqual([]);

    await broker.run();
    await subscribe();
    await eventually('five positions', () => {
      world.clock.advance(5_000);
      return positionTimes(messages(), from).length >= 5;
    });
    const state = await targetWhen(ada, 'nothing that waits', ({ waiting }) => waiting === 0);
    expect(state.reason).toBeNull();
    // A message that the broker had accepted when it ended can arrive again.
    expect([...new Set(positionTimes(messages(), from))]).toEqual(
      Array.from({ length: 5 }, (_, at) => from + at * 1_000),
    );
  });

  test.each([
    ['5', '135 Connection refused: Not authorized'],
    ['3.1.1', '5 Connection refused: Not authorized'],
  ] as const)('that refuses the login by MQTT %s is named', async (protocolVersion, detail) => {
    const { ada, targetId } = await createTarget({ protocolVersion, enabled: false }, 'wrong');
    expect(await ada.call('testForwardTarget', { targetId })).toEqual({
      isDelivered: false,
      reason: 'rejected',
      detail,
    });
  });

  test('that refuses the topic is named', async () => {
    const { ada, targetId } = await createTarget({ topic: 'elsewhere', enabled: false });
    expect(await ada.call('testForwardTarget', { targetId })).toEqual({
      isDelivered: false,
      reason: 'rejected',
      detail: '135 Publish error: Not authorized',
    });
  });

  test('gets a test, after which the connection ends as MQTT says', async () => {
    const { ada, targetId, messages } = await createTarget({ enabled: false });
    expect(await ada.call('testForwardTarget', { targetId })).toMatchObject({ isDelivered: true });
    const [message] = await eventually('the test', () => messages().length > 0 && messages());
    expect(message).toEqual({
      id: `f${targetId}.test.${world.clock.now()}`,
      type: 'test',
      positions: [],
      events: [],
    });
    await eventually('the end', () => /Received DISCONNECT from wakeline-/.test(broker.log));
  });
});
