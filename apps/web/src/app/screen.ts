import type { ComponentType } from 'react';
import type { Namespace } from '../i18n/namespaces.ts';
import type { RouteDefinition } from './menu.ts';

/** Screens that stay mounted when left, by name; there is one of each. */
export type KeepAliveName = 'live' | 'replay' | 'replayMany' | 'replay3d' | 'notices';

/** A screen: its route for guard and shell, and its code. Each feature is a separate chunk. */
export interface Screen extends RouteDefinition {
  /** Text namespaces that it needs beyond the initial ones and the shell's. */
  readonly namespaces: readonly Namespace[];
  readonly load: () => Promise<{ Component: ComponentType }>;
  /** It stays mounted while another screen is open. */
  readonly keepAlive?: KeepAliveName;
  /** Without header: it takes the full width, however narrow the window. */
  readonly wide?: true;
  /** Without Ant Design, which the others have. */
  readonly plain?: true;
  /** The menu opens it in a new tab, with the link code. */
  readonly newTab?: true;
}

export const SHELL_SCREEN = { header: true, isPublic: false } as const;
export const PUBLIC_SCREEN = { header: false, isPublic: true, role: null } as const;
