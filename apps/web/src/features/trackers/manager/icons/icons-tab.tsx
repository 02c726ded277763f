import { IconTrash, IconUpload } from '@tabler/icons-react';
import type { TrackerIcon } from '@wakeline/contract/trackers/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { DeviceIcon } from '../../../../map/icons/device-icon.tsx';
import { FileButton } from '../../../../parts/forms/file-button.tsx';
import { useConfirm } from '../../../../parts/records/use-confirm.ts';
import { errorText } from '../../../../service/error-text.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useDeleteIcon, useIcons, useUploadIcon } from '../../use-icons.ts';
import { ICON_KINDS } from './icon-kinds.ts';
import styles from './icons.module.css';
import { useIconUsage } from './use-icon-usage.ts';

/** The built-in icons by kind and those that the account uploaded, with the number of devices that use each. */
export function IconsTab() {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const usage = useIconUsage();
  const kinds = Object.keys(ICON_KINDS) as (keyof typeof ICON_KINDS)[];
  return (
    <div className={styles.sections}>
      <OwnIconSection usage={usage} />
      {kinds.map((kind) => (
        <section key={kind} aria-label={t(`icons.kind.${kind}`)}>
          <h2>{t(`icons.kind.${kind}`)}</h2>
          <ul className={styles.icons}>
            {ICON_KINDS[kind].map((name) => (
              <li key={name}>
                <DeviceIcon name={name} size={40} />
                <span>{tTrackers(`iconNames.${name}`)}</span>
                <Usage count={usage.get(name) ?? 0} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.hint}>{t('icons.hint')}</p>
    </div>
  );
}

function Usage({ count }: { readonly count: number }) {
  const { t } = useTranslation('devices');
  const { formatCount } = useFormat();
  return (
    <small>{count === 0 ? t('icons.unused') : t('icons.usage', { count, number: formatCount(count) })}</small>
  );
}

function OwnIconSection({ usage }: { readonly usage: ReadonlyMap<string, number> }) {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const icons = useIcons();
  const upload = useUploadIcon();
  const removal = useDeleteIcon();
  const own = icons.data?.own ?? [];

  function remove(icon: TrackerIcon): void {
    const name = icon.iconName;
    confirm(
      {
        title: tTrackers('iconRemoveTitle', { name }),
        content: tTrackers('iconRemoveText'),
        okText: tTrackers('remove'),
        successText: tTrackers('iconRemoved', { name }),
      },
      () => removal.mutateAsync(icon),
    );
  }

  return (
    <section aria-label={tTrackers('iconsOwn')}>
      <div className={styles.head}>
        <h2>{tTrackers('iconsOwn')}</h2>
        {icons.data?.abilities.add && (
          <>
            <small>{tTrackers('iconUploadHint')}</small>
            <FileButton
              accept=".png,.jpg,.jpeg"
              label={tTrackers('iconUpload')}
              loading={upload.isPending}
              icon={<IconUpload size={16} />}
              onFiles={([picture]) =>
                picture &&
                upload.mutate(picture, {
                  onSuccess: () => message.success(t('icons.uploaded')),
                  onError: (error) => message.error(errorText(error, language)),
                })
              }
            />
          </>
        )}
      </div>
      {icons.isError ? (
        <p role="alert">
          {tTrackers('iconsFailed')}{' '}
          <Button type="link" size="small" onClick={() => void icons.refetch()}>
            {tApp('action.retry')}
          </Button>
        </p>
      ) : own.length === 0 ? (
        <p className={styles.hint}>{t('icons.noneUploaded')}</p>
      ) : (
        <ul className={styles.icons}>
          {own.map((icon) => (
            <li key={icon.iconUrl}>
              <img src={icon.iconUrl} alt="" width={40} height={40} />
              <span title={icon.iconName}>{icon.iconName}</span>
              <Usage count={usage.get(icon.iconUrl) ?? 0} />
              {icon.abilities.remove && (
                <IconButton
                  size="small"
                  danger
                  label={tTrackers('iconRemove', { name: icon.iconName })}
                  icon={<IconTrash size={16} />}
                  onClick={() => remove(icon)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
