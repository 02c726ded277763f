import { BEIDOU_DIALECTS } from '@wakeline/domain/satellite/beidou-card';
import { encodeText } from '@wakeline/domain/satellite/beidou-coding';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FREQUENCY, MACHINE_CARD, MachineWorld, until } from './testing/machine-world.ts';

let run: MachineWorld;

describe.each(BEIDOU_DIALECTS)('a server with a command machine of %s', (dialect) => {
  beforeAll(async () => {
    run = await MachineWorld.start(dialect);
  });
  afterAll(() => run.stop());
  beforeEach(() => run.reset());

  test('stores what the machine says, and the service of its card in its account', async () => {
    const { ada, machine } = run;
    const level = dialect === 'BD-3' ? 5 : 3;
    expect(await run.readMachine()).toMatchObject({ frequency: FREQUENCY, level, detail: '' });
    // Sentences of BeiDou-3 do not list them.
    const count = dialect === 'BD-3' ? 0 : 20;
    await until(async () => expect((await run.readMachine())?.subordinates).toHaveLength(count));
    const { bdUserId } = await run.terminal(MACHINE_CARD);
    const read = async () => (await ada.call('queryBdUsers', { keywords: MACHINE_CARD })).list;
    const described = { frequency: FREQUENCY, level, cardKind: dialect === 'BD-3' ? null : 0 };
    expect(await read()).toMatchObject([described]);
    await ada.call('editBdUser', { bdUserId, bdUserName: `G${MACHINE_CARD}`, frequency: 5, level: 1 });
    machine.cut();
    await until(async () => expect(await read()).toMatchObject([{ frequency: FREQUENCY, level }]));
    await run.isReady();
  });

  test('shows an account the machine of its cards, and of a subordinate only whether it can send', async () => {
    const { ada, machine, world } = run;
    const bob = await (await world.account(`mole ${dialect}`)).person(
      `bob${BEIDOU_DIALECTS.indexOf(dialect)}`,
    );
    const { card } = await run.terminal();
    const other = String(Number(card) + 1);
    await bob.call('createBdUsers', {
      bdUsers: [
        { bdUserName: 'Sub', cardNumber: other, network: 'beidou', password: 'abc123' },
        { bdUserName: 'Other', cardNumber: '9999999', network: 'beidou', password: 'abc123' },
      ],
    });
    const readOf = async (person: typeof bob, keywords: string) =>
      (await person.call('queryBdUsers', { keywords })).list[0]?.machine;
    const isListed = dialect !== 'BD-3';
    const subordinate = isListed ? { condition: 'ready', since: expect.any(Number), own: null } : null;
    expect(await readOf(ada, MACHINE_CARD)).toMatchObject({
      condition: 'ready',
      own: {
        broadcast: '0001000',
        level: dialect === 'BD-3' ? 5 : 3,
        frequency: FREQUENCY,
        subordinates: isListed ? 20 : 0,
      },
    });
    expect(await readOf(ada, card)).toEqual(subordinate);
    expect(await readOf(bob, other)).toEqual(subordinate);
    expect(await readOf(bob, '9999999')).toBeNull();
    const { since = 0 } = (await readOf(ada, MACHINE_CARD)) ?? {};
    machine.cut();
    world.clock.advance(100);
    await until(async () => expect((await readOf(ada, MACHINE_CARD))?.since).toBeGreaterThan(since));
    await run.isReady();
    await bob.call('deleteBdUser', {
      bdUserId: (await bob.call('queryBdUsers', { keywords: other })).list[0]?.bdUserId ?? 0,
    });
    await bob.call('deleteBdUser', {
      bdUserId: (await bob.call('queryBdUsers', { keywords: '9999999' })).list[0]?.bdUserId ?? 0,
    });
  });

  test('sends texts one after the other at the frequency of the card of the machine', async () => {
    const { machine, world } = run;
    const [gull, buoy] = [await run.terminal(), await run.terminal()];
    const [first, second] = [await run.send(gull, '已到港'), await run.send(buoy, '12')];
    const { parts, steps } = await run.reaches(first, 'sent');
    expect(parts).toMatchObject([{ attempts: 1, gateway: 'beidou-machine' }]);
    expect(steps.at(-1)).toMatchObject({ evidence: 'radio-feedback' });
    // By Python: '已到港'.encode('gb2312').hex()
    expect(Buffer.from((await machine.take(gull.card)).content.bytes).toString('hex')).toBe('d2d1b5bdb8db');
    world.clock.advance((FREQUENCY - 1) * 1_000);
    expect(machine.arrived(buoy.card)).toHaveLength(0);
    world.clock.advance(2_000);
    await run.reaches(second, 'sent');
    expect(await machine.take(buoy.card)).toMatchObject({ content: { coding: 'code', bits: 8 } });
    expect(machine.arrived(gull.card)).toHaveLength(1);
  });

  test('waits as long as the machine says when it is too early', async () => {
    const { ada, machine, world } = run;
    const gull = await run.terminal();
    const { list } = await ada.call('queryBdUsers', { keywords: MACHINE_CARD });
    const account = { bdUserId: list[0]?.bdUserId ?? 0, bdUserName: `G${MACHINE_CARD}` };
    // The operator says that the card may send each second; the machine sends each 30 s.
    await ada.call('editBdUser', { ...account, frequency: 1 });
    await run.reaches(await run.send(gull, '1'), 'sent');
    world.clock.advance(2_000);
    const second = await run.send(gull, '2');
    const { steps } = await run.reaches(second, 'waiting', 'frequency');
    expect(steps.at(-1)?.detail).toBe('the machine: too-early');
    await ada.call('editBdUser', { ...account, frequency: FREQUENCY });
    world.clock.advance((FREQUENCY - 2) * 1_000);
    const { parts } = await run.reaches(second, 'sent');
    expect(parts).toMatchObject([{ attempts: 2 }]);
    expect(machine.arrived(gull.card)).toHaveLength(2);
  });

  test('receives texts and positions of subordinates', async () => {
    const { machine, world } = run;
    const gull = await run.terminal();
    machine.sendText(gull.card, '收到');
    await run.received(gull, 1);
    const position = { latitude: 22.25, longitude: 113.5, altitude: 35, time: world.clock.now() };
    machine.sendPosition(gull.card, { ...position, anomaly: null });
    expect(await run.received(gull, 2)).toMatchObject([
      { type: 'terminal-to-system', content: '收到', receivedBy: 'beidou-machine', place: null },
      { type: 'terminal-to-system', content: '', place: position },
    ]);
  });

  test('stores a repeated message once, and the same text once each time it was sent', async () => {
    const { machine, world } = run;
    const gull = await run.terminal();
    machine.setFaults({ duplicate: 1 });
    machine.sendText(gull.card, '收到');
    await run.counts('duplicate', 1);
    world.clock.advance(60_000);
    machine.sendText(gull.card, '收到');
    await run.counts('duplicate', 2);
    await run.received(gull, 2);
  });

  test('receives messages in another order, and after one with a wrong checksum', async () => {
    const { machine } = run;
    const gull = await run.terminal();
    machine.setFaults({ corrupt: 1 });
    machine.sendText(gull.card, '0');
    await run.counts('checksum', 1);
    machine.setFaults({ reorder: 1 });
    machine.sendText(gull.card, '1');
    machine.setFaults({});
    machine.sendText(gull.card, '2');
    const list = await run.received(gull, 2);
    expect(list.map(({ content }) => content)).toEqual(['2', '1']);
  });

  test('counts messages of cards that no account has', async () => {
    run.machine.sendText('2095719', '1');
    await run.counts('unknown-terminal', 1);
  });

  test('never repeats a message whose feedback is lost, and pauses as if it was sent', async () => {
    const { machine, world } = run;
    const gull = await run.terminal();
    machine.setFaults({ loseFeedback: 1 });
    const lost = await run.send(gull, '1');
    await machine.take(gull.card);
    machine.setFaults({});
    world.clock.advance(30_000);
    await run.reaches(lost, 'failed', 'unknown-arrival');
    const next = await run.send(gull, '2');
    await run.reaches(next, 'waiting', 'frequency');
    world.clock.advance(FREQUENCY * 1_000 + 2_000);
    await run.reaches(next, 'sent');
    expect(machine.arrived(gull.card)).toHaveLength(2);
  });

  test('sends what waits when the converter is reachable again', async () => {
    const { machine } = run;
    const gull = await run.terminal();
    machine.setFaults({ loseFeedback: 1 });
    const lost = await run.send(gull, '1');
    await machine.take(gull.card);
    machine.cut();
    // Written before the connection was lost: it may have been sent.
    await run.reaches(lost, 'failed', 'unknown-arrival');
    machine.setFaults({});
    const next = await run.send(gull, '2');
    await run.isConnected();
    await run.reaches(next, 'waiting', 'frequency');
    run.world.clock.advance(FREQUENCY * 1_000 + 2_000);
    await run.reaches(next, 'sent');
  });

  test.each([
    ['failed', 'failed', 'radio-failed'],
    ['no-card', 'failed', dialect === 'BD-3' ? 'no-card' : 'radio-failed'],
    ['not-permitted', 'failed', dialect === 'BD-3' ? 'not-permitted' : 'radio-failed'],
    ['silenced', 'waiting', 'restrained'],
  ] as const)('names a refusal of the machine: %s', async (outcome, state, reason) => {
    const gull = await run.terminal();
    run.machine.refuseWith(outcome);
    const messageId = await run.send(gull, '1');
    await run.reaches(messageId, state, reason);
    expect(run.machine.arrived(gull.card)).toHaveLength(0);
    if (state !== 'waiting') return;
    run.machine.refuseWith(null);
    run.world.clock.advance(60_000);
    await run.reaches(messageId, 'sent');
  });

  test('refuses a text that is longer than the card of the machine sends', async () => {
    const { ada, machine } = run;
    const gull = await run.terminal();
    // 44 Chinese characters have 616 of the 628 bits of level 3, 45 have 630. The card of the terminal has level 4.
    const { card, bdUserId } = gull;
    await ada.call('editBdUser', { bdUserId, bdUserName: `G${card}`, level: 4 });
    const fits = await run.send(gull, '港'.repeat(44));
    await run.reaches(fits, 'sent');
    expect((await machine.take(gull.card)).content.bits).toBe(616);
    run.world.clock.advance(FREQUENCY * 1_000 + 2_000);
    const longer = await run.send(gull, '港'.repeat(45));
    if (dialect === 'BD-3') await run.reaches(longer, 'sent');
    else {
      await run.reaches(longer, 'failed', 'too-long');
      expect(machine.arrived(gull.card)).toHaveLength(1);
    }
  });

  test.runIf(dialect !== '2.1')('stores what a subordinate sends to another card as sent', async () => {
    const { machine } = run;
    const [gull, buoy] = [await run.terminal(), await run.terminal()];
    const content = encodeText('12');
    if (content === null) throw new Error('not encodable');
    machine.sendContent(gull.card, content, buoy.card);
    expect(await run.received(gull, 1)).toMatchObject([
      { type: 'terminal-to-terminal', receiver: buoy.card, content: '12' },
    ]);
    expect(machine.arrived(buoy.card)).toHaveLength(1);
  });
});

describe.each(['4.0', '2.1'] as const)('a server that queries receipts with %s', (dialect) => {
  beforeAll(async () => {
    run = await MachineWorld.start(dialect, 'yes');
  });
  afterAll(() => run.stop());

  test('proves the arrival of messages by receipts, and of none without', async () => {
    const { ada, machine, world } = run;
    const gull = await run.terminal();
    machine.setFaults({ loseReceipt: 1 });
    const unproved = await run.send(gull, '1');
    await run.reaches(unproved, 'sent');
    // Later than the minute of the first message.
    world.clock.advance(120_000);
    await until(async () => {
      const lane = await world.database.db.selectFrom('satellite_lane').selectAll().executeTakeFirst();
      expect(lane?.not_before.getTime()).toBe(world.clock.now() + FREQUENCY * 1_000);
    });
    machine.setFaults({});
    const arrived = await run.send(gull, '2');
    world.clock.advance(FREQUENCY * 1_000 + 2_000);
    await run.reaches(arrived, 'sent');
    world.clock.advance(FREQUENCY * 1_000 + 2_000);
    const { steps } = await run.reaches(arrived, 'delivered');
    expect(steps.at(-1)).toMatchObject({ evidence: 'receipt' });
    expect((await ada.call('queryEobBdMsgSteps', { messageId: unproved })).message.state).toBe('sent');
  });
});
