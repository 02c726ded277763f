/** A ready text for messages to aircraft. */
export interface AviationTemplate {
  readonly name: string;
  readonly content: string;
}

/**
 * Ready texts for messages to aircraft, by language. With ordinary values each is one transmission: 77 bytes of a BeiDou
 * card of level 3, or 80 characters of an inReach in Chinese.
 */
export const AVIATION_TEMPLATES: Readonly<Record<'zh_CN' | 'en_US', readonly AviationTemplate[]>> = {
  zh_CN: [
    { name: '放行', content: '{机尾号} {航班号}已放行，目的地{目的地}，{时间}' },
    { name: '请求位置报告', content: '{机尾号}请报告位置、高度、预计到达时间' },
    { name: '返场', content: '{机尾号}请立即返场，收到请回复' },
    { name: '备降', content: '{机尾号}请备降{备降场}，收到请回复' },
    { name: '目的地天气', content: '{目的地}天气：风{风向风速}，能见度{能见度}，云底高{云底高}' },
    { name: '请求油量报告', content: '{机尾号}请报告剩余油量和可飞时间' },
    { name: '着陆确认', content: '{机尾号}已确认着陆，{时间}' },
    { name: '无线电联系', content: '{机尾号}请在{频率}联系' },
  ],
  en_US: [
    { name: 'Dispatch release', content: '{tail} {flight} released to {destination}, {time}' },
    { name: 'Position report', content: '{tail} report position, altitude and ETA' },
    { name: 'Return to base', content: '{tail} return to base now, acknowledge' },
    { name: 'Divert', content: '{tail} divert to {alternate}, acknowledge' },
    {
      name: 'Destination weather',
      content: '{destination}: wind {wind}, visibility {visibility}, cloud {cloud}',
    },
    { name: 'Fuel report', content: '{tail} report fuel remaining and endurance' },
    { name: 'Landing confirmed', content: '{tail} landing confirmed, {time}' },
    { name: 'Radio contact', content: '{tail} contact us on {frequency}' },
  ],
};
