import { SETUP_STEPS } from '@wakeline/domain/devices/connection-setup';
import { SETUP_NAMES } from '@wakeline/domain/devices/device-model';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { z } from 'zod';
import { id, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { DEVICE_ROLES } from '../roles.ts';

/** How a device is pointed at this server. */
export const connectionHelp = z.object({
  host: z.string().describe('public host name or address of this server for devices'),
  modelName: z.string().describe('empty: none'),
  setup: z.enum(SETUP_NAMES).nullable().describe('null: the way depends on the device'),
  ports: z
    .array(z.object({ protocol: z.enum(PROTOCOL_NAMES), port: z.int() }))
    .describe('of the protocol of the device or its model; of all enabled protocols if it has none'),
  messages: z
    .array(
      z.object({
        step: z.enum(SETUP_STEPS),
        text: z.string().describe('`{apn}` is the access point of the card in the device'),
      }),
    )
    .describe('text messages to the phone number of the device, in this order'),
  defaultPassword: z.string().nullable().describe('the password that the messages contain'),
  app: z
    .object({
      url: z
        .string()
        .describe(
          'server address to enter in the app; `{id}` and `{key}` stand for values that the reader does not have',
        ),
      scan: z.string().nullable().describe('content of a QR code with which the app configures itself'),
    })
    .nullable(),
  keyRequired: z
    .boolean()
    .describe('the account accepts reports of apps only with the key of the device, over HTTPS at port 443'),
});
export type ConnectionHelp = z.infer<typeof connectionHelp>;

export const queryConnectionHelp = operation({
  name: 'queryConnectionHelp',
  summary:
    'How a device, or any device of a model, is connected to this server. Without either: the ports of all protocols.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({
    uid,
    trackerId: id.optional(),
    modelName: text.trim().max(64).optional().describe('ignored with `trackerId`'),
  }),
  result: connectionHelp,
  errors: ['tracker-unknown'],
});
