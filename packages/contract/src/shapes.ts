import type { Language } from './entities/user-config.ts';

interface Shape {
  readonly fits: (text: string) => boolean;
  /** What is wrong with a text that does not fit, for a person. */
  readonly words: Readonly<Record<Language, string>>;
}

/** What a text has to look like, where its length does not say it. */
export const SHAPES = {
  /** PostgreSQL keeps no NUL, and UTF-8 has no half of a surrogate pair. */
  text: {
    fits: (text) => !text.includes('\0') && text.isWellFormed(),
    words: { zh_CN: '包含无法保存的字符', en_US: 'contains a character that cannot be stored' },
  },
  imei: {
    fits: (text) => /^[A-Za-z0-9-]+$/.test(text),
    words: { zh_CN: '只能包含字母、数字和连字符', en_US: 'only letters, digits and hyphens' },
  },
  account: {
    fits: (text) => text !== '',
    words: { zh_CN: '账号不能为空', en_US: 'account cannot be empty' },
  },
  /** Of a new login: what nobody sees (controls, zero-width and direction marks, separators of lines) would make it look like another. */
  newAccount: {
    fits: (text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text),
    words: { zh_CN: '账号不能包含不可见字符', en_US: 'account cannot contain invisible characters' },
  },
  password: {
    fits: (text) => text.trim() !== '',
    words: { zh_CN: '密码不能为空', en_US: 'password cannot be empty' },
  },
  /** Of a new password: six to twelve letters or digits, as they are typed. Only their MD5 leaves the browser. */
  newPassword: {
    fits: (text) => /^[A-Za-z0-9]{6,12}$/.test(text.trim()),
    words: {
      zh_CN: '登录密码只能是6-12位数字或英文',
      en_US: 'login password is only 6-12 digits or English',
    },
  },
  phoneGiven: {
    fits: (text) => text !== '',
    words: { zh_CN: '请输入手机号', en_US: 'please enter the phone number' },
  },
  /** Mainland mobile number: 13, 14, 15, 17, 18 or 19 and nine digits. */
  phone: {
    fits: (text) => /^1[345789]\d{9}$/.test(text),
    words: {
      zh_CN: '您输入的手机号不合法，请重新输入',
      en_US: 'the phone number you entered is not legitimate, please enter again',
    },
  },
  code: {
    fits: (text) => /^\d{1,6}$/.test(text),
    words: { zh_CN: '请输入6位以内的数字验证码', en_US: 'please enter the code: up to 6 digits' },
  },
  color: {
    fits: (text) => /^#[0-9a-f]{6}$/i.test(text),
    words: { zh_CN: '应为#rrggbb格式的颜色', en_US: 'must be a colour like #rrggbb' },
  },
  /** Two to six Chinese characters, letters or digits. */
  panelName: {
    fits: (text) => /^[\p{Script=Han}A-Za-z0-9]{2,6}$/u.test(text),
    words: {
      zh_CN: '名称为2-6个中文、英文或数字',
      en_US: 'the name must have 2 to 6 Chinese characters, letters or digits',
    },
  },
  /** A page of the web: http or https, and no login in it. */
  webAddress: {
    // Scheme, host, and no user or password before an @: RFC 3986, 3.
    fits: (text) => /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(text),
    words: {
      zh_CN: '接口地址必须以http://或https://开头',
      en_US: 'the address must start with http:// or https://',
    },
  },
  timeZone: {
    fits: isTimeZone,
    words: { zh_CN: '时区不存在', en_US: 'unknown time zone' },
  },
  md5: {
    fits: (text) => /^[0-9a-f]{32}$/i.test(text),
    words: { zh_CN: '应为32位十六进制数字', en_US: 'must be 32 hexadecimal digits' },
  },
} as const satisfies Record<string, Shape>;

/** An IANA name that this platform knows. An offset, which it takes for a zone too, is none. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== null;
  } catch {
    return false;
  }
}

/** Parameters of a schema's check by shape: whoever reports the failure finds the words by them. */
export function shapeParams(shape: keyof typeof SHAPES): { readonly params: { readonly shape: string } } {
  return { params: { shape } };
}

/** The words for a failed check with these parameters; null where it was no check by shape. */
export function shapeMessage(
  params: Readonly<Record<string, unknown>> | undefined,
  language: Language,
): string | null {
  const name = params?.shape;
  if (typeof name !== 'string' || !Object.hasOwn(SHAPES, name)) return null;
  return SHAPES[name as keyof typeof SHAPES].words[language];
}
