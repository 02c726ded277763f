import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import type { InboundMail } from '../mail/inbound-mail.ts';
import { createIridiumMailHandler } from './iridium-email.ts';

const GATEWAY = 'sbdservice@sbd.iridium.com';
const IMEI = '300034012345670';
let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
  await ada.call('createBdUsers', {
    bdUsers: [{ bdUserName: 'Buoy', cardNumber: IMEI, network: 'iridium', password: 'abc123' }],
  });
});
afterAll(() => world.stop());

/** As the figure of section 6.1 of the guide. */
function mail(details: Partial<InboundMail> = {}): InboundMail {
  return {
    id: '1@sbd.iridium.com',
    from: GATEWAY,
    subject: `SBD Msg From Unit: ${IMEI}`,
    text: [
      'MOMSN: 23',
      'MTMSN: 0',
      'Time of Session (UTC): Mon Jun 01 11:58:03 2026',
      'Session Status: 00 - Transfer OK',
      'Message Size (bytes): 5',
      '',
      'Unit Location: Lat = 59.372463 Long = 75.309783',
      'CEPradius = 3',
    ].join('\r\n'),
    replyToken: null,
    isAutomatic: true,
    sbd: Buffer.from('Hello'),
    ...details,
  };
}

const receive = (details?: Partial<InboundMail>) =>
  world.database.db
    .transaction()
    .execute((tx) =>
      createIridiumMailHandler({ gateways: new Set(), position: null, senders: [GATEWAY] })(
        tx,
        mail(details),
        world.clock.now(),
      ),
    );
const record = async () => (await ada.call('queryHistoryEobBdMsgs', {})).list;

test('stores an e-mail of the Iridium gateway once', async () => {
  expect(await receive()).toBe('stored');
  expect(await receive({ id: '2@sbd.iridium.com' })).toBe('duplicate');
  expect(await record()).toMatchObject([
    {
      content: 'Hello',
      receivedBy: 'iridium-email',
      writtenTime: Date.UTC(2026, 5, 1, 11, 58, 3),
      place: null,
      estimate: { latitude: 59.372463, longitude: 75.309783, radius: 3 },
    },
  ]);
});

test('leaves other e-mails to people', async () => {
  expect(await receive({ from: 'mallory@sbd.example' })).toBeNull();
  expect(await receive({ subject: 'Hello' })).toBeNull();
});

test.each([
  ['another size', { sbd: Buffer.from('Hell') }],
  ['no attachment', { sbd: null }],
  ['no IMEI', { subject: 'SBD Msg From Unit: 12' }],
  ['no text', { text: '' }],
])('refuses an e-mail of the gateway with %s', async (_, details) => {
  expect(await receive(details)).toBe('malformed');
});
