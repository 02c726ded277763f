import type { AircraftEmergency, Emergency } from '@wakeline/domain/aviation/emergency';
import type { Language } from '../entities/user-config.ts';

/** Names of the emergencies of aircraft, in sentences of the server and on screens of the console. */
const EMERGENCY_NAMES: Readonly<Record<Language, Readonly<Record<Emergency, string>>>> = {
  zh_CN: {
    general: '紧急状态',
    lifeguard: '医疗救护飞行',
    minfuel: '最低燃油',
    nordo: '无线电通信失效',
    unlawful: '非法干扰',
    downed: '航空器坠毁或迫降',
  },
  en_US: {
    general: 'general emergency',
    lifeguard: 'medical flight',
    minfuel: 'minimum fuel',
    nordo: 'radio failure',
    unlawful: 'unlawful interference',
    downed: 'downed aircraft',
  },
};

/** Its name, after the squawk if that says it: `squawk 7600, radio failure`. */
export function emergencyText({ kind, squawk }: AircraftEmergency, language: Language): string {
  const name = EMERGENCY_NAMES[language][kind];
  if (squawk === null) return name;
  return language === 'zh_CN' ? `应答机编码 ${squawk}，${name}` : `squawk ${squawk}, ${name}`;
}
