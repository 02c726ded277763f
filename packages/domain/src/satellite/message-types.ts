/** The other side of a message of a satellite terminal. `system`: the users of the account, in the console. */
export const MESSAGE_PEERS = ['terminal', 'phone', 'system', 'wechat', 'email', 'weibo', 'weather'] as const;
export type MessagePeer = (typeof MESSAGE_PEERS)[number];

/** All kinds of satellite messages, by sender and receiver. Nothing can be received from Weibo. */
export const MESSAGE_TYPES = [
  'terminal-to-terminal',
  'terminal-to-phone',
  'phone-to-terminal',
  'terminal-to-system',
  'system-to-terminal',
  'terminal-to-wechat',
  'wechat-to-terminal',
  'terminal-to-email',
  'email-to-terminal',
  'terminal-to-weibo',
  'terminal-to-weather',
  'weather-to-terminal',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Sender and receiver of each type. */
export const MESSAGE_ENDS: Readonly<
  Record<MessageType, { readonly from: MessagePeer; readonly to: MessagePeer }>
> = {
  'terminal-to-terminal': { from: 'terminal', to: 'terminal' },
  'terminal-to-phone': { from: 'terminal', to: 'phone' },
  'phone-to-terminal': { from: 'phone', to: 'terminal' },
  'terminal-to-system': { from: 'terminal', to: 'system' },
  'system-to-terminal': { from: 'system', to: 'terminal' },
  'terminal-to-wechat': { from: 'terminal', to: 'wechat' },
  'wechat-to-terminal': { from: 'wechat', to: 'terminal' },
  'terminal-to-email': { from: 'terminal', to: 'email' },
  'email-to-terminal': { from: 'email', to: 'terminal' },
  'terminal-to-weibo': { from: 'terminal', to: 'weibo' },
  'terminal-to-weather': { from: 'terminal', to: 'weather' },
  'weather-to-terminal': { from: 'weather', to: 'terminal' },
};
