/**
 * A voice message for the simulated watch: 2.6 s of synthetic speech, "我已经到码头了" ("I have arrived at the pier"), as AMR of
 * 4.75 kbit/s (RFC 4867, section 5). Made for this project with espeak-ng 1.51 and opencore-amr 0.1.6.
 */
const BASE64 = [
  'IyFBTVIKBKvnLL+VpfQLoWkOSARI8tej2yS9Lz7xIKwElafX2F6yv8K8yYCKBFpd2N7ZmFJdvRUlDARfXtPvff33sG3j6igEX13V',
  'fut53XwynsseBF9e1a/N8Oe3RqnOigQaXtNO+6lt4mnyNu4EGl7W383ZRqiaJ2PsBBqr1b34rTuqJiCWwAQaXtat3VyW2hwIBkIE',
  'Z6vavJuhXenBwLksBKtqC7+DyfMVuenwrARI18954hcTXeFkpdAE1FXOzvk81Cs8MpW2BCrjw7z5cyHP2MFjsAQqMMysuZfgTFnR',
  'IMYEHe7GKQkMsPsoOetgBLOONj9V6vawljNEBgQ1ieQng0CoIOVxSqoExTEEBYskxqDbCZxeBLXDLHj8gZNY0ZwohASu/cc/+xUT',
  'z95Be4IEkCTTrOdqusBL6os2BEiD2j75U8T07j4r5ASm19jz6UvkqcPwm2AEtUTXzgkNNO6aoAluBHQNIwkGkCpNimCnTgSrv5xv',
  'mzuq9J/wVsgEPr0MDvkpERGkHpP4BCq13A/r1PFZkUEqFAQq1djfzyZo+0wd0VwEtfjZ4ZSD5PWgsW74BEia1fu0QQX+2p4BgAS1',
  'XdrKW4onO0dxlVwESOffMudh7cSqVWywBFpd4Ax+Km4ivULrQgRgXtzO5vFvbwE2GlgEnVrTD8FdY4aezGGkBGde2r/BQpZUQRYY',
  'VgSru9Y/v4Qpj3zBfJIEleXXs5/lWajpMKgEBKbl2tepiREPVAX3GgRI5djTDw2YOcCBV4AEzU0//vcMF7iYf+7qBIAH2O/0RawP',
  '2KHxsARGMdsL/7WpVOhsRogEASLazs636zpeAVlSBA5V2P/pHrBK4dAT8ARb2dq+/mIagDI5JWgEAunYvOxeU0yjY4sOBFud1zv6',
  '3+l6tl45SgQDetePrE3zyCXpnpoED2cAyD24QklA9tawBFJMOAiLztdTJl/eqgQjHvE+ycpAIU7HXnYEX10gyP0eB9guWEEgBFte',
  '3F7htZb9yJYH9gRfXtat3S7WJrajejIEX13V3v2cx+FJEgwEBFum2tXhg2brUp9xdARbq9t7nas2Wyrqsg4Ekc/bz/9IO59ewWMS',
  'BJH72PLqS+k5mZaEbATWk9sf8TEnh91J8VgEcPPfXunxYEAjfC5ABNCN2G3JG9G/PypvjARwM9YZDQ6S8kAH8gIE5SMs/pWnBzMe',
  'g1nMBNiJ+TeDSJkHeeNe+AT9MQQFOTTk4OBUonAEtcNmCvEVbYNcFkacBK4a3IyYqng4QOBPAASwodnu2vdhcgy+I3QESNfYz5Lt',
  '0rMFw/6mBKZE2z6Z2SQ29LwqMgTnrtz9CdIEL4vQCKYE3BfMcAcQNCOhikDYBDVQGAn3fAXTLV/sfgTPjmf5xhArszEjYLoEGBog',
  '+ZN6y0mNyWAEBDJy1+/70ojo37qA9AQYctqfm3V4cbDjkAoEZ5fY7v7hkWrKnigGBA6s2bw8FPJXuWgU3ARXpAfAKzhX6cSUhJwE',
  '2I4fIPd7hY8DP35yBM8ob8PWmPuJrfHqmgSw4BjonBniyfMgZ2wEO0zbH+x+wuWUHAdyBDsF0zzT/vGXr4vDrASHett74wORdhBW',
  'gaQERVfazzzN47YZq0a2BNMS287IKQ9lVJ6YUgQdKeA1qF3O1f9o574EWxrdz/k2pXUolB+OBGBo27z0pvoxgeHOIARn09jv3/ro',
  '+qoWHhIEZ0PcP4QsKrjhwCKkBLY8EAiDWwhdwXNj+ARETB4Yi2TWg6AiCeQEIx7w+cn74EcgitW+BDItHPH51mTg+Z/YJATQz995',
  '+qfLwGDtAtYEMs/an9m3VLHekeWoBDLG2a76pppcJc0wAgRGU9p//3JYXD4HWcYEW+PV7JnosLMh4YwKBCqz1s/LPuE+1i4kkATZ',
  '6djBnIbbP7nXmxYE5yfbM/5L+0S4Ej5MBNlM3jI3aaV0DsNmhgTZU9v1Bw6U/aAhYxoEo5id+QsQFtud/zyuBHDq9/AKPRsZkQWq',
  '6gQ2Z9PxK3hXmztdi/IEM+olJAY0lEtH+4BeBGpng3AnMOWZ6vCcwgQzmGfyHTyTGXfbGgYE/zz38QmZgRmwlbzEBDZT//ID/inT',
  'jre3BgQzmB/wCU0hiYMKRU4EajzrwAdYxZPdfR6wBDeOz/AjRYhdAwFt4gQVMVPxDURi+4FmUGQEY+ofMCeOVc2v/vGUBKFnrPAb',
  'L+absg30EgTP6jDBB0cF0gWYKGo=',
];

export function createSampleRecording(): Buffer {
  return Buffer.from(BASE64.join(''), 'base64');
}
