/** An official account of WeChat, and where its service is. */
export interface WechatAccount {
  readonly appId: string;
  readonly appSecret: string;
  /** With which requests of WeChat are signed. */
  readonly token: string;
  /** Of encrypted requests, 32 bytes; null: requests are not encrypted. */
  readonly aesKey: Buffer | null;
  /** `https://api.weixin.qq.com`, without a slash at the end. */
  readonly apiUrl: string;
}
