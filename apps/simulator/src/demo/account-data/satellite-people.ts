import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';

/** People whom terminals address by short numbers, and who may write to them. */
export const SATELLITE_CONTACTS: readonly PayloadInput<Operations['createSatelliteContact']>[] = [
  { contactName: '林太太（家属）', number: 1, kind: 'phone', address: '13800138000' },
  { contactName: '收鱼站 陈老板', number: 2, kind: 'phone', address: '13900139000' },
  { contactName: 'Windrose shore team', number: 3, kind: 'email', address: 'shore.team@windrose.example' },
];

/** Texts of the send form. */
export const SATELLITE_TEMPLATES: readonly PayloadInput<Operations['createSatelliteTemplate']>[] = [
  { templateName: '请报位', content: '请报告当前位置和航速。' },
  { templateName: '台风回港', content: '各船注意：台风蓝色预警，请于今晚20点前回港。' },
  { templateName: 'Check-in', content: 'Please report your position and ETA.' },
];

/** The usual words, and Chinese ones for terminals with a keyboard. */
export const SATELLITE_CONVENTION: PayloadInput<Operations['editSatelliteConvention']>['convention'] = {
  cardPrefix: '#',
  wechatWords: ['wx', '微信'],
  weiboWords: ['wb', '微博'],
  weatherWords: ['tq', 'weather', '天气'],
};

/** Cost units a month. */
export const SATELLITE_QUOTA = 500;
