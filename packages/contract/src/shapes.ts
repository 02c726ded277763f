import { cardKey } from '@wakeline/domain/satellite/card-number';
import type { Language } from './languages.ts';

interface Shape {
  readonly isValid: (text: string) => boolean;
  /** Message for people about an invalid text. */
  readonly messages: Readonly<Record<Language, string>>;
}

/** Formats of texts beyond their length. */
export const SHAPES = {
  /** PostgreSQL cannot store NUL, and UTF-8 cannot encode a lone surrogate. */
  text: {
    isValid: (text) => !text.includes('\0') && text.isWellFormed(),
    messages: { zh_CN: '包含无法保存的字符', en_US: 'contains a character that cannot be stored' },
  },
  imei: {
    isValid: (text) => /^[A-Za-z0-9-]+$/.test(text),
    messages: { zh_CN: '只能包含字母、数字和连字符', en_US: 'only letters, digits and hyphens' },
  },
  account: {
    isValid: (text) => text !== '',
    messages: { zh_CN: '账号不能为空', en_US: 'account cannot be empty' },
  },
  /**
   * For a new login: invisible characters (controls, zero-width and direction marks, line separators) would make two
   * logins look the same.
   */
  newAccount: {
    isValid: (text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text),
    messages: { zh_CN: '账号不能包含不可见字符', en_US: 'account cannot contain invisible characters' },
  },
  password: {
    isValid: (text) => text.trim() !== '',
    messages: { zh_CN: '密码不能为空', en_US: 'password cannot be empty' },
  },
  /** For a new password as typed: six to twelve letters or digits. Only its MD5 leaves the browser. */
  newPassword: {
    isValid: (text) => /^[A-Za-z0-9]{6,12}$/.test(text.trim()),
    messages: {
      zh_CN: '登录密码只能是6-12位数字或英文',
      en_US: 'login password is only 6-12 digits or English',
    },
  },
  phoneRequired: {
    isValid: (text) => text !== '',
    messages: { zh_CN: '请输入手机号', en_US: 'please enter the phone number' },
  },
  /** Mainland mobile number: 13, 14, 15, 17, 18 or 19 and nine digits. */
  phone: {
    isValid: (text) => /^1[345789]\d{9}$/.test(text),
    messages: {
      zh_CN: '您输入的手机号不合法，请重新输入',
      en_US: 'the phone number you entered is not legitimate, please enter again',
    },
  },
  /** A phone number in any country's format, or empty. */
  telephone: {
    isValid: (text) => text === '' || /^\+?(?:[ ()./-]*\d){3,20}[ )]*$/.test(text),
    messages: {
      zh_CN: '电话号码为3-20位数字，可包含+、空格、连字符和括号',
      en_US: 'a phone number has 3 to 20 digits, and can have +, spaces, hyphens and brackets',
    },
  },
  code: {
    isValid: (text) => /^\d{1,6}$/.test(text),
    messages: { zh_CN: '请输入6位以内的数字验证码', en_US: 'please enter the code: up to 6 digits' },
  },
  color: {
    isValid: (text) => /^#[0-9a-f]{6}$/i.test(text),
    messages: { zh_CN: '应为#rrggbb格式的颜色', en_US: 'must be a colour like #rrggbb' },
  },
  /** Two to six Chinese characters, letters or digits. */
  panelName: {
    isValid: (text) => /^[\p{Script=Han}A-Za-z0-9]{2,6}$/u.test(text),
    messages: {
      zh_CN: '名称为2-6个中文、英文或数字',
      en_US: 'the name must have 2 to 6 Chinese characters, letters or digits',
    },
  },
  /** Name of a communication account: one to eight Chinese characters, letters or digits. */
  accountName: {
    isValid: (text) => /^[\p{Script=Han}A-Za-z0-9]{1,8}$/u.test(text),
    messages: {
      zh_CN: '名称为1-8个中文、英文或数字',
      en_US: 'the name must have 1 to 8 Chinese characters, letters or digits',
    },
  },
  accountPassword: {
    isValid: (text) => /^[A-Za-z0-9]{6,12}$/.test(text),
    messages: {
      zh_CN: '密码为6-12位英文或数字',
      en_US: 'the password must have 6 to 12 English letters or digits',
    },
  },
  messageText: {
    isValid: (text) => text.trim() !== '',
    messages: { zh_CN: '消息不能为空', en_US: 'the message cannot be empty' },
  },
  /** Number of a BeiDou card, or IMEI. */
  cardNumber: {
    isValid: (text) => cardKey(text) !== null,
    messages: {
      zh_CN: '卡号为7-8位数字，IMEI为15位数字',
      en_US: 'a card number has 7 or 8 digits, an IMEI 15',
    },
  },
  tailNumber: {
    isValid: (text) => /^(?=.*[A-Z0-9])[A-Z0-9-]{2,12}$/.test(text),
    messages: {
      zh_CN: '机尾号为2-12位字母、数字或连字符',
      en_US: 'a tail number has 2 to 12 letters, digits or hyphens',
    },
  },
  /** ADS-B receivers write ~ before an address that ICAO did not assign, which can change at any time. */
  icaoAddress: {
    isValid: (text) => !text.startsWith('~'),
    messages: {
      zh_CN: '以~开头的地址不是ICAO分配的地址，不能识别飞机',
      en_US: 'an address with ~ is not assigned by ICAO and does not identify an aircraft',
    },
  },
  /** ICAO assigns neither all zeros nor all ones. */
  hexAddress: {
    isValid: (text) => /^(?!0{6}|f{6})[0-9a-f]{6}$/.test(text),
    messages: {
      zh_CN: '十六进制地址为6位（0-9、a-f），不能是000000或ffffff',
      en_US: 'a hex address has 6 digits (0-9, a-f) and is neither 000000 nor ffffff',
    },
  },
  /** Own short code of a landing place. */
  placeCode: {
    isValid: (text) => /^(?=.*[A-Z0-9])[A-Z0-9-]{2,8}$/.test(text),
    messages: {
      zh_CN: '代码为2-8位字母、数字或连字符',
      en_US: 'a code has 2 to 8 letters, digits or hyphens',
    },
  },
  /** A web address: http or https, without credentials. */
  webAddress: {
    // Scheme and host, without user or password before an @: RFC 3986, section 3.
    isValid: (text) => /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(text),
    messages: {
      zh_CN: '接口地址必须以http://或https://开头',
      en_US: 'the address must start with http:// or https://',
    },
  },
  /** Name of an MQTT topic (MQTT 5, section 4.7), without wildcards. Topics that begin with $ belong to the broker. */
  topic: {
    isValid: (text) => /^[^$#+\p{Cc}][^#+\p{Cc}]*$/u.test(text),
    messages: {
      zh_CN: '主题不能为空，不能包含#、+，不能以$开头',
      en_US: 'a topic without #, + or a leading $',
    },
  },
  /** Text of anonymous callers on one line: no control characters, and nothing that reverses the direction of what follows. */
  line: {
    isValid: (text) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/u.test(text),
    messages: {
      zh_CN: '不能包含换行或控制字符',
      en_US: 'must not contain line breaks or control characters',
    },
  },
  timeZone: {
    isValid: isTimeZone,
    messages: { zh_CN: '时区不存在', en_US: 'unknown time zone' },
  },
  md5: {
    isValid: (text) => /^[0-9a-f]{32}$/i.test(text),
    messages: { zh_CN: '应为32位十六进制数字', en_US: 'must be 32 hexadecimal digits' },
  },
} as const satisfies Record<string, Shape>;

/** Whether this is an IANA name known to this platform. UTC offsets, which `Intl` also accepts, are not. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== null;
  } catch {
    return false;
  }
}

/** Parameters of a schema check by shape, used to find the message later. */
export function shapeParams(shape: keyof typeof SHAPES): { readonly params: { readonly shape: string } } {
  return { params: { shape } };
}

/** The message for a failed check with these parameters; null if it was not a check by shape. */
export function shapeMessage(
  params: Readonly<Record<string, unknown>> | undefined,
  language: Language,
): string | null {
  const name = params?.shape;
  if (typeof name !== 'string' || !Object.hasOwn(SHAPES, name)) return null;
  return SHAPES[name as keyof typeof SHAPES].messages[language];
}
