import type { MessageFailure, MessageState, WaitReason } from '@wakeline/domain/satellite/message-states';
import type { MessageType } from '@wakeline/domain/satellite/message-types';
import type { Language } from '../entities/user-config.ts';

type Texts<Name extends string> = Readonly<Record<Language, Readonly<Record<Name, string>>>>;

/** Sender and receiver of each type of satellite message, for the console and for files that the server writes. */
export const MESSAGE_TYPE_TEXTS: Texts<MessageType> = {
  zh_CN: {
    'terminal-to-terminal': '终端→终端',
    'terminal-to-phone': '终端→手机',
    'phone-to-terminal': '手机→终端',
    'terminal-to-system': '终端→平台',
    'system-to-terminal': '平台→终端',
    'terminal-to-wechat': '终端→微信',
    'wechat-to-terminal': '微信→终端',
    'terminal-to-email': '终端→邮箱',
    'email-to-terminal': '邮箱→终端',
    'terminal-to-weibo': '终端→微博',
    'terminal-to-weather': '终端→天气助手',
    'weather-to-terminal': '天气助手→终端',
  },
  en_US: {
    'terminal-to-terminal': 'Terminal to terminal',
    'terminal-to-phone': 'Terminal to phone',
    'phone-to-terminal': 'Phone to terminal',
    'terminal-to-system': 'Terminal to console',
    'system-to-terminal': 'Console to terminal',
    'terminal-to-wechat': 'Terminal to WeChat',
    'wechat-to-terminal': 'WeChat to terminal',
    'terminal-to-email': 'Terminal to e-mail',
    'email-to-terminal': 'E-mail to terminal',
    'terminal-to-weibo': 'Terminal to Weibo',
    'terminal-to-weather': 'Terminal to weather',
    'weather-to-terminal': 'Weather to terminal',
  },
};

export const MESSAGE_STATE_TEXTS: Texts<MessageState> = {
  zh_CN: {
    received: '已接收',
    waiting: '等待发送',
    submitted: '已提交',
    accepted: '网关已受理',
    sent: '已发出',
    delivered: '已送达',
    failed: '发送失败',
    expired: '已过期',
  },
  en_US: {
    received: 'Received',
    waiting: 'Waiting',
    submitted: 'Submitted',
    accepted: 'Accepted by gateway',
    sent: 'Sent',
    delivered: 'Delivered',
    failed: 'Failed',
    expired: 'Expired',
  },
};

/** Why a message waits or failed. */
export const MESSAGE_REASON_TEXTS: Texts<WaitReason | MessageFailure> = {
  zh_CN: {
    frequency: '受卡服务频度限制',
    quota: '本月配额已用完',
    offline: '网关未连接',
    busy: '网关繁忙',
    'no-signal': '无卫星信号',
    restrained: '发送卡被系统抑制',
    recalled: '已取消',
    transferred: '终端已转至其他账号',
    'no-gateway': '未配置网关',
    'not-encodable': '含无法发送的字符',
    'too-long': '内容过长',
    empty: '内容为空',
    'unknown-receiver': '网关不识别接收方',
    'not-allowed': '接收方不在联系人中',
    loop: '自动回复过于频繁',
    'queue-full': '网关队列已满',
    'not-attached': '终端未入网',
    'no-card': '指挥机无卡',
    'not-permitted': '发送卡无权限',
    'gateway-refused': '网关拒绝',
    'radio-failed': '射频发送失败',
    'unknown-arrival': '无法确认是否已发出',
  },
  en_US: {
    frequency: 'Service frequency of the card',
    quota: 'Monthly quota used up',
    offline: 'Gateway not connected',
    busy: 'Gateway busy',
    'no-signal': 'No satellite signal',
    restrained: 'Card restrained by the system',
    recalled: 'Cancelled',
    transferred: 'Terminal moved to another account',
    'no-gateway': 'No gateway configured',
    'not-encodable': 'Characters that cannot be sent',
    'too-long': 'Too long',
    empty: 'Empty',
    'unknown-receiver': 'Receiver unknown to the gateway',
    'not-allowed': 'Receiver not on the contact list',
    loop: 'Too many automatic answers',
    'queue-full': 'Queue of the gateway full',
    'not-attached': 'Terminal not registered',
    'no-card': 'No card in the machine',
    'not-permitted': 'Card not permitted to send',
    'gateway-refused': 'Refused by the gateway',
    'radio-failed': 'Radio transmission failed',
    'unknown-arrival': 'Not known whether it was sent',
  },
};
