import { MESSAGE_KINDS } from '@wakeline/domain/devices/message-kinds';
import { INSTRUCTION_NAMES } from '@wakeline/domain/instructions/catalogue';
import { z } from 'zod';
import { id, instant, uid } from '../fields.ts';
import { operation } from '../operation.ts';

const ROLE = 'eob_plugin_device_mg';

const transport = z.enum(['tcp', 'udp', 'http']);
const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const deviceConnection = z.object({
  protocol: z.string(),
  transport,
  address: z.string().describe('IP address of the device or its mobile network'),
  since: instant.describe('when it was opened; of an HTTP request, when it arrived'),
  until: instant.nullable().describe('when it was closed; null: it is open. HTTP requests leave none open'),
  lastTime: instant.describe('of the last message, received or sent'),
});
export type DeviceConnection = z.infer<typeof deviceConnection>;

const deviceMessage = z.object({
  number: z.int().describe('identifies the message while the server runs; later ones have higher numbers'),
  time: instant,
  direction: z.enum(['received', 'sent']),
  protocol: z.string(),
  transport,
  address: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  instruction: z.enum(INSTRUCTION_NAMES).nullable().describe('of the kind `instruction`; null: others'),
  messageId: z.string().nullable().describe("as in the protocol's document: `0x0200`; null: not readable"),
  accepted: z.boolean().nullable().describe('of a reply that accepts or rejects; null: others'),
  hex: z.string().describe('the bytes; those of passwords, keys and codes are replaced by `2a`'),
  text: z.string().nullable().describe('the same as text, for protocols of text; null: others'),
  masked: z.boolean().describe('whether bytes were replaced'),
  bytes: z.int().describe('length of the complete message'),
  details: z.array(z.string()).describe('what could not be decoded, and why'),
  fields: fields.describe('values of a login'),
  reports: z.array(
    z.object({
      time: z.number().nullable().describe('epoch milliseconds by the device clock'),
      fields: fields.describe('decoded values: km/h, metres, degrees, percent'),
    }),
  ),
});
export type DeviceMessage = z.infer<typeof deviceMessage>;

const deviceMessages = z.object({
  recordedSince: instant
    .nullable()
    .describe('since when the server keeps messages; null: no server that receives reports answered'),
  connection: deviceConnection.nullable().describe('the last one; null: none since then'),
  hiddenSince: instant
    .nullable()
    .describe('the device has expired: its messages from then on are hidden until it is renewed; null: none'),
  list: z.array(deviceMessage).describe('newest first'),
});
export type DeviceMessages = z.infer<typeof deviceMessages>;

export const loadGPSTrackerMsg = operation({
  name: 'loadGPSTrackerMsg',
  summary: 'The connection of a device and its last messages, as bytes and decoded. Secrets are masked.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: deviceMessages,
  errors: ['tracker-unknown'],
});
