import { IconPlayerPlay } from '@tabler/icons-react';
import type { NoticeConf } from '@wakeline/contract/entities/user-config';
import { NOTICE_TYPES, type NoticeType, OFFERED_NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { Alert, App, Button, Checkbox, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askPermission, desktopPermission } from '../../parts/notices/desktop-permission.ts';
import { playTone } from '../../parts/notices/tone.ts';
import { Part, Setting } from '../../parts/settings/setting.tsx';
import styles from './notifications-section.module.css';
import { useOwnChange, useOwnSession } from './use-own-change.ts';

/** Notices of where a device is in its day: they come often, and are turned on and off together. */
const STATUS_TYPES = ['RUNNING', 'STOP', 'OFFLINE'] as const satisfies readonly NoticeType[];
/** The others that may be turned off: a call for help always comes forward. */
const OTHER_TYPES = OFFERED_NOTICE_TYPES.filter(
  (type) => type !== 'SOS' && !STATUS_TYPES.some((status) => status === type),
);

/** Which notices come forward by themselves, and how they are noticed. */
export function NotificationsSection() {
  const { t } = useTranslation('settings');
  const { t: notices } = useTranslation('notices');
  const { message } = App.useApp();
  const { noticeConf } = useOwnSession();
  const [permission, setPermission] = useState(desktopPermission);
  const { change } = useOwnChange();
  const save = (changes: Partial<NoticeConf>) =>
    void change({
      send: (client) => client.call('editNoticeConf', changes),
      apply: (session) => ({ ...session, noticeConf: { ...session.noticeConf, ...changes } }),
    });
  const switchStatus = (isOpen: boolean) =>
    void change({
      send: (client) => client.call('switchStatusNotice', { isOpen: isOpen ? 1 : 0 }),
      apply({ noticeConf, ...session }) {
        const popup = withTypes(noticeConf.popup, STATUS_TYPES, isOpen);
        return { ...session, noticeConf: { ...noticeConf, popup } };
      },
    });
  const opens = (type: NoticeType) => noticeConf.popup.includes(type);
  const statuses = STATUS_TYPES.filter(opens).length;

  async function ask(): Promise<boolean> {
    const answer = await askPermission();
    setPermission(answer);
    if (answer === 'unsupported') message.warning(t('desktopUnsupported'));
    else if (answer !== 'granted') message.warning(t('desktopDenied'));
    return answer === 'granted';
  }

  async function setDesktop(wanted: boolean): Promise<void> {
    if (!wanted || (await ask())) save({ desktop: wanted });
  }

  async function trySound(): Promise<void> {
    if (!(await playTone('told'))) message.warning(t('soundForbidden'));
  }

  const box = (type: NoticeType) => (
    <Checkbox
      key={type}
      checked={opens(type)}
      onChange={({ target }) => save({ popup: withTypes(noticeConf.popup, [type], target.checked) })}
    >
      {notices(`type.${type}`)}
    </Checkbox>
  );

  return (
    <>
      <Part title={t('popup')} about={t('popupHint')}>
        <div className={styles.types}>
          <span>
            {notices('type.SOS')} <span className={styles.always}>{t('popupAlways')}</span>
          </span>
          {OTHER_TYPES.map(box)}
        </div>
        <Setting beside continued name={t('statusNotices')} hint={t('statusNoticesHint')}>
          {(labelled) => (
            <Switch
              {...labelled}
              checked={statuses === STATUS_TYPES.length}
              onChange={(on) => switchStatus(on)}
            />
          )}
        </Setting>
        <div className={styles.types}>{STATUS_TYPES.map(box)}</div>
      </Part>
      <Setting beside name={t('sound')} hint={t('soundHint')}>
        {(labelled) => (
          <span className={styles.controls}>
            <Button size="small" icon={<IconPlayerPlay size={14} />} onClick={() => void trySound()}>
              {t('soundTry')}
            </Button>
            <Switch {...labelled} checked={noticeConf.sound} onChange={(sound) => save({ sound })} />
          </span>
        )}
      </Setting>
      <Setting beside name={t('desktop')} hint={t('desktopHint')}>
        {(labelled) => (
          <Switch {...labelled} checked={noticeConf.desktop} onChange={(on) => void setDesktop(on)} />
        )}
      </Setting>
      {noticeConf.desktop && permission !== 'granted' && (
        <Alert
          type="warning"
          showIcon
          title={t(permission === 'unsupported' ? 'desktopUnsupported' : 'desktopNotHere')}
          action={
            permission !== 'unsupported' && (
              <Button size="small" onClick={() => void ask()}>
                {t('desktopAllow')}
              </Button>
            )
          }
        />
      )}
    </>
  );
}

/** A choice of types with some of them in it, or not in it. */
function withTypes(
  chosen: readonly NoticeType[],
  types: readonly NoticeType[],
  inside: boolean,
): NoticeType[] {
  return NOTICE_TYPES.filter((type) => (types.includes(type) ? inside : chosen.includes(type)));
}
