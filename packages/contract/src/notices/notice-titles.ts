import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Language } from '../entities/user-config.ts';

/** Titles of the notice types, for the server's responses and the console's lists and settings. */
export const NOTICE_TITLES: Readonly<Record<Language, Readonly<Record<NoticeType, string>>>> = {
  zh_CN: {
    SOS: 'SOS 求救',
    VIBRATION: '震动报警',
    CLOCK: '打卡',
    SAFE: '报平安',
    IN: '进入围栏',
    OUT: '离开围栏',
    OUTAGE: '断电报警',
    TEARDOWN: '拆除报警',
    LOWPOWER: '低电量报警',
    OVERSPEED: '超速报警',
    RUNNING: '开始运动',
    STOP: '停止运动',
    OFFLINE: '设备离线',
    VOICE: '语音消息',
    BDNOTICE: '北斗短报文',
    RISE: '起飞',
    YAW: '偏航报警',
  },
  en_US: {
    SOS: 'SOS',
    VIBRATION: 'Vibration',
    CLOCK: 'Check-in',
    SAFE: 'OK message',
    IN: 'Enter fence',
    OUT: 'Exit fence',
    OUTAGE: 'Power cut',
    TEARDOWN: 'Tampering',
    LOWPOWER: 'Low battery',
    OVERSPEED: 'Overspeed',
    RUNNING: 'Started moving',
    STOP: 'Stopped',
    OFFLINE: 'Device offline',
    VOICE: 'Voice message',
    BDNOTICE: 'BeiDou message',
    RISE: 'Airborne',
    YAW: 'Off course',
  },
};
