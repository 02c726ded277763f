import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import type { Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { inspect } from './inspect.ts';
import { queclink } from './queclink.ts';

const NOW = 1_767_225_600_000;
const IMEI = '135790246811220';

function decode(text: string): readonly SessionEvent[] {
  return queclink.session().receive(Buffer.from(text, 'latin1'), NOW);
}

function reportsOf(events: readonly SessionEvent[]): readonly Report[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports);
}

describe('a session', () => {
  it('never throws, whatever the fields of a message are', () => {
    const random = seededRandom(5);
    const values = ['', '0', '00', '1', '15', '99', '4.3', '-70.123456', '121.354335', '20260101000000'];
    const others = ['12345:12:34', '210100', 'x', 'ÿ', '-', '1e9', '0460', 'NaN', '99999999999999'];
    const names = ['GTFRI', 'GTSOS', 'GTGEO', 'GTINF', 'GTIGN', 'GTBPL', 'GTBAT', 'GTVER', 'GTALL', 'GTXYZ'];
    for (let n = 0; n < 3_000; n++) {
      const fields = Array.from({ length: randomInteger(random, 0, 40) }, () => {
        const pool = random() < 0.7 ? values : others;
        return pool[randomInteger(random, 0, pool.length - 1)] ?? '';
      });
      const name = names[n % names.length] ?? '';
      const text = `+RESP:${name},060100,${IMEI},,${[...fields, '20260101000000', '0001'].join(',')}$`;
      const events = decode(text);
      expect(events.length, text).toBe(1);
      for (const { time, attributes } of reportsOf(events)) {
        expect(Number.isSafeInteger(time), text).toBe(true);
        for (const value of Object.values(attributes)) expect(value, text).not.toBeNaN();
      }
    }
  });

  it('limits the text of unknown fields', () => {
    const text = `+RESP:GTXYZ,060100,${IMEI},,${'x,'.repeat(1_500)}20260101000000,0001$`;
    expect(String(reportsOf(decode(text))[0]?.attributes.extra).length).toBe(500);
  });

  it('reports several devices on one connection', () => {
    const first = queclink.terminal('860000000000051').report([randomReport(seededRandom(1))]);
    const second = queclink.terminal('860000000000052').report([randomReport(seededRandom(2))]);
    const events = queclink.session().receive(Buffer.concat([first.bytes, second.bytes]), NOW);
    expect(events.map(({ deviceId }) => deviceId)).toEqual(['860000000000051', '860000000000052']);
  });
});

describe('a terminal', () => {
  it('sends what the session decodes', () => {
    const random = seededRandom(8);
    const terminal = queclink.terminal(IMEI);
    for (let n = 0; n < 300; n++) {
      const report = randomReport(random);
      const [decoded] = reportsOf(decode(Buffer.from(terminal.report([report]).bytes).toString('latin1')));
      expect(decoded?.time).toBe(report.time);
      if (report.fix === null) {
        expect(decoded?.fix).toBeNull();
        continue;
      }
      expect(decoded?.battery).toBe(report.battery);
      expect(decoded?.attributes.ignition).toBe(report.attributes.ignition);
      expect(decoded?.attributes.odometer).toBe(report.attributes.odometer);
      expect(decoded?.fix).toMatchObject({ valid: report.fix.valid, speed: report.fix.speed });
      expect(decoded?.fix?.latitude).toBeCloseTo(report.fix.latitude, 6);
      expect(decoded?.fix?.longitude).toBeCloseTo(report.fix.longitude, 6);
    }
  });

  it.each(['SOS', 'OVERSPEED', 'IN', 'OUT'] as const)('sends the alarm %s', (alarm) => {
    const report: Report = { ...randomReport(seededRandom(1)), alarms: [alarm] };
    const { bytes } = queclink.terminal(IMEI).report([report]);
    expect(reportsOf(decode(Buffer.from(bytes).toString('latin1')))[0]?.alarms).toEqual([alarm]);
  });

  it('reads the replies to reports and heartbeats', () => {
    const terminal = queclink.terminal(IMEI);
    const keys = [terminal.report([randomReport(seededRandom(2))]).key, terminal.heartbeat()?.key];
    const replies = terminal.receive(Buffer.from('+SACK:0000$+SACK:GTHBD,060100,0001$', 'latin1'));
    expect(replies.map(({ key }) => key)).toEqual(keys);
  });

  it.each(['', '12345678901234', 'boat'])('refuses the id "%s"', (id) => {
    expect(() => queclink.terminal(id)).toThrow(RangeError);
  });
});

describe('an instruction', () => {
  const target = { deviceId: IMEI, serial: 15, now: NOW, model: 'GL300', password: '' };

  it.each<[InstructionCall, string]>([
    // GL300 1.02, AT+GTRTO: the example of sub command 2 has the same fields.
    [{ name: 'locate', values: {} }, 'AT+GTRTO=gl300,1,,,,,,000F$'],
    [{ name: 'readParameters', values: {} }, 'AT+GTRTO=gl300,2,,,,,,000F$'],
    [{ name: 'restart', values: {} }, 'AT+GTRTO=gl300,3,,,,,,000F$'],
    [{ name: 'factoryReset', values: {} }, 'AT+GTRTO=gl300,4,,,,,,000F$'],
    [{ name: 'powerOff', values: {} }, 'AT+GTRTO=gl300,5,,,,,,000F$'],
  ])('%o is %s, and its receipt has the serial', (call, text) => {
    const encoded = queclink.session().encodeInstruction(call, target);
    if (typeof encoded === 'string') throw new Error(encoded);
    expect(Buffer.from(encoded.bytes).toString('latin1')).toBe(text);
    expect(encoded.receipts).toEqual(['GTRTO:000F']);
    expect(queclink.encodeSms(call, { model: '', password: 'a1b2' })).toBe(
      text.replace('gl300', 'a1b2').replace('000F', 'FFFF'),
    );
  });

  it('of free text expects the receipt of its name and serial', () => {
    const call: InstructionCall = { name: 'freeText', values: { text: 'AT+GTCFG=gv300,,x,00aB$' } };
    expect(queclink.session().encodeInstruction(call, target)).toMatchObject({ receipts: ['GTCFG:00AB'] });
  });

  it.each([
    'getgps',
    'AT+GTRTO=gv300,3$',
    'AT+GTRTO=gv300,3,,,,,,0001',
    'AT+GTRTO=a,3,,,,,,0001$AT+GTRTO=a,4,,,,,,0002$',
    'AT+GTCFG=gv300,\r\n,0001$',
    'AT+GTCFG=gv300,你好,0001$',
  ])('of the free text %j is not encodable', (text) => {
    const call: InstructionCall = { name: 'freeText', values: { text } };
    expect(queclink.session().encodeInstruction(call, target)).toBe('not-encodable');
  });

  it.each([
    ['no password and no model', { password: '', model: '' }],
    ['a password with a delimiter', { password: 'a,5', model: '' }],
    ['a password that ends the text', { password: 'abc$', model: '' }],
  ])('with %s is not encodable', (_, device) => {
    const call: InstructionCall = { name: 'restart', values: {} };
    expect(queclink.session().encodeInstruction(call, { ...target, ...device })).toBe('not-encodable');
    expect(queclink.encodeSms(call, device)).toBe('not-encodable');
  });

  it('that the protocol has no text for is not supported', () => {
    const call: InstructionCall = { name: 'findDevice', values: {} };
    expect(queclink.session().encodeInstruction(call, target)).toBe('not-supported');
  });

  it('reaches a terminal in chunks, which replies with its serial, with another one, or not at all', () => {
    const terminal = queclink.terminal(IMEI);
    const session = queclink.session();
    const encoded = session.encodeInstruction({ name: 'locate', values: {} }, target);
    if (typeof encoded === 'string') throw new Error(encoded);
    for (const byte of encoded.bytes) terminal.receive(Buffer.of(byte));
    const [received] = terminal.takeInstructions();
    const receiptTo = (choice: 'accept' | 'wrong-key') => received?.receipts(choice)[0] ?? Buffer.alloc(0);
    expect(session.receive(receiptTo('accept'), NOW)).toMatchObject([{ type: 'receipt', key: 'GTRTO:000F' }]);
    expect(session.receive(receiptTo('wrong-key'), NOW)).toMatchObject([{ key: 'GTRTO:000E' }]);
    expect(received?.receipts('reject')).toEqual([]);
  });
});

describe('an inspection', () => {
  const secretsIn = (text: string) =>
    inspect(Buffer.from(text, 'latin1')).secrets.map(({ start, end }) => text.slice(start, end));

  it('finds the password of an instruction, and everything in the configuration', () => {
    expect(secretsIn('AT+GTRTO=s3cret,1,,,,,,000F$')).toEqual(['s3cret']);
    expect(secretsIn(`+RESP:GTALL,060100,${IMEI},,BSI,apn,pw,0001$`)).toEqual(['BSI,apn,pw,0001$']);
    expect(secretsIn(`+RESP:GTFRI,060100,${IMEI},,,00,1,0001$`)).toEqual([]);
  });

  it.each([
    ['+SACK:11F0$', 'SACK', true],
    ['AT+GTRTO=gl300,1,,,,,,000F$', 'GTRTO', null],
    [`+RESP:GTFRI,060100,${IMEI},,,00,1,0001$`, 'GTFRI', null],
    ['garbage', null, null],
    ['', null, null],
  ])('of %j', (text, messageId, accepted) => {
    expect(inspect(Buffer.from(text, 'latin1'))).toMatchObject({ messageId, accepted });
  });
});
