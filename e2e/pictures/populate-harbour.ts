import { Device, type DeviceReport } from '../support/device.ts';
import type { ServerProcess } from '../support/server.ts';
import { reportShift } from './populate-shift.ts';

const DAY = 86_400_000;
const [LNG, LAT] = [120.2, 36.02];

/** The longest possible name of a device: 64 characters. */
export const LONGEST_NAME = 'Patrol vessel of the northern basin and its approaches, shift 02';
export const CUSTOMER = 'Qianwan boat and truck rentals';
export const EXPIRED_NAME = '青港拖 7';
export const SHIFT_NAME = '集卡 鲁B·58213';

interface HarbourDevice {
  readonly name: string;
  /** Position in the path of groups: 0 is the top-level group, null none. */
  readonly level: number | null;
  readonly icon: string;
  readonly model?: string;
  readonly label?: string;
  readonly note?: string;
  /** Days from now; unlimited by default. */
  readonly validDays?: number;
  /** Kilometres per hour; undefined: it has never reported, or has a shift. */
  readonly speed?: number;
}

/** Five levels, with names of one language or both. */
const GROUP_PATH = [
  '华东大区',
  'Qingdao',
  '前湾港 Qianwan harbour',
  'Northern basin and approaches',
  '三号泊位',
];

/** Twelve devices in all states of movement, activation and validity. */
const DEVICES: readonly HarbourDevice[] = [
  {
    name: LONGEST_NAME,
    level: 4,
    icon: 'motorboat',
    model: 'Harbour transponder with external antenna',
    label: '北港巡逻 02 号艇',
    note: 'Battery changed in spring. 停靠三号泊位，夜班使用；电话 0532-0000000。',
    validDays: 400,
    speed: 17,
  },
  { name: EXPIRED_NAME, level: 2, icon: 'motorboat', model: 'V808', validDays: -3, speed: 8 },
  { name: '青港拖 8', level: 2, icon: 'motorboat', model: 'V808', validDays: 5, speed: 0 },
  { name: '鲁青渔 60213', level: 1, icon: 'ship', model: 'V808', validDays: 21, speed: 12 },
  { name: 'Pilot 2', level: 3, icon: 'motorboat', model: 'JT/T 808', label: 'P2', speed: 23 },
  { name: 'Crane 4', level: 4, icon: 'generic', model: 'GT06N' },
  { name: 'Crane 5', level: 4, icon: 'generic', model: 'GT06N', validDays: -40 },
  { name: '叉车 11', level: 3, icon: 'truck', model: 'JT/T 808', label: '11', speed: 6 },
  { name: SHIFT_NAME, level: 3, icon: 'truck', model: 'JT/T 808' },
  { name: '班车', level: 0, icon: 'bus', speed: 0 },
  { name: 'Buoy 17', level: null, icon: 'beacon', model: 'Harbour transponder with external antenna' },
  { name: '值班员 王伟', level: null, icon: 'person', model: 'Traccar Client', speed: 4 },
];

/** Registers twelve devices of a harbour in nested groups and reports their positions; others report without being registered. */
export async function populateHarbour(server: ServerProcess): Promise<void> {
  const { client } = server;
  await server.createCustomer('qianwan.rentals', CUSTOMER);
  await client.call('addTrackModel', {
    modelName: 'Harbour transponder with external antenna',
    vendor: 'Northern Sea Instruments',
    protocol: 'jt808',
    iconDto: { iconUrl: 'motorboat', iconType: 'STANDARD' },
  });
  const groupIds: number[] = [];
  for (const groupName of GROUP_PATH) {
    const parentId = groupIds.at(-1) ?? null;
    groupIds.push((await client.call('createGroup', { groupName, parentId })).groupId);
  }
  for (const [index, device] of DEVICES.entries()) await addDevice(server, device, index, groupIds);
  await reportShift(server, imeiOf(DEVICES.findIndex(({ name }) => name === SHIFT_NAME)));
  for (const [index, id] of ['8613905320001', 'phone-of-the-new-deckhand', '868120100000314'].entries())
    await fetch(`http://127.0.0.1:${server.ports.osmand}/?id=${id}&lat=${LAT + index / 50}&lon=${LNG}`);
}

const imeiOf = (index: number) => `1390000${4000 + index}`;

async function addDevice(
  server: ServerProcess,
  { name, level, icon, model = '', label = '', note = '', validDays, speed }: HarbourDevice,
  index: number,
  groupIds: readonly number[],
): Promise<void> {
  const { client } = server;
  const imei = imeiOf(index);
  const { trackerId } = await client.call('addTracker', {
    trackerName: name,
    imei,
    model,
    label,
    note,
    groupId: level === null ? null : (groupIds[level] ?? null),
    iconDto: { iconUrl: icon, iconType: 'STANDARD' },
    iotCard: `8986112223${index}4567890`,
    protocol: null,
  });
  if (speed !== undefined) await report(server, imei, positionsOf(index, speed));
  // An expired device would be acknowledged, but its reports would not be visible after a renewal.
  if (validDays !== undefined)
    await client.call('editTracker', { trackerId, validUntil: Date.now() + validDays * DAY });
}

async function report(
  server: ServerProcess,
  imei: string,
  positions: readonly DeviceReport[],
): Promise<void> {
  const device = await Device.connect(imei, server.ports.jt808);
  for (const position of positions) await device.report(position);
  device.disconnect();
}

/** Positions every 20 seconds up to now. */
function positionsOf(index: number, speed: number): DeviceReport[] {
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  return Array.from({ length: 6 }, (_, step) => ({
    lng: Number((LNG + index / 100 + (step * speed) / 200_000).toFixed(6)),
    lat: Number((LAT + index / 150).toFixed(6)),
    time: now - (6 - step) * 20_000,
    speed,
    course: 90,
    altitude: 3,
    battery: 20 + index * 6,
    gsm: 80,
  }));
}
