import type { Addresses } from '../app.ts';
import type { Environment } from '../config.ts';
import type { DevicePorts } from './free-ports.ts';

/** Sent to the process of the other roles (`role-process.ts`). A server is identified by a number. */
export type RoleRequest =
  | {
      readonly type: 'start';
      readonly id: number;
      readonly environment: Environment;
      readonly devicePorts: Partial<DevicePorts>;
      /** Of the time, as of `SharedTime`. */
      readonly timeFile: string;
    }
  /** Repeated tasks are due. */
  | { readonly type: 'advance'; readonly id: number }
  /** `deletesStreams`: no other server uses its database. */
  | { readonly type: 'stop'; readonly id: number; readonly deletesStreams: boolean };

/** The response to `start` and `stop`. */
export type RoleResponse =
  | { readonly type: 'started'; readonly id: number; readonly addresses: Addresses }
  | { readonly type: 'stopped'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
