import { IconTrash, IconUpload } from '@tabler/icons-react';
import type { TrackerIcon } from '@wakeline/contract/trackers/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { errorText } from '../../service/error-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './icon-chooser.module.css';
import { useDeleteIcon, useIcons, useUploadIcon } from './use-icons.ts';

interface OwnIconsProps {
  /** Name of their group of radio buttons. */
  readonly group: string;
  /** URL of the selected icon. */
  readonly selected: string | null;
  readonly onSelect: (iconUrl: string) => void;
  /** The selected icon was deleted. */
  readonly onSelectedRemoved: () => void;
}

/** The icons uploaded by the account: select, upload and delete. */
export function OwnIcons({ group, selected, onSelect, onSelectedRemoved }: OwnIconsProps) {
  const { t } = useTranslation('trackers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const confirm = useConfirm();
  const icons = useIcons();
  const upload = useUploadIcon();
  const removal = useDeleteIcon();
  const input = useRef<HTMLInputElement>(null);
  const own = icons.data?.own ?? [];
  const current = own.find(({ iconUrl }) => iconUrl === selected);

  function remove(icon: TrackerIcon): void {
    confirm(
      {
        title: t('iconRemoveTitle', { name: icon.iconName }),
        content: t('iconRemoveText'),
        okText: t('remove'),
        successText: t('iconRemoved', { name: icon.iconName }),
      },
      async () => {
        await removal.mutateAsync(icon);
        onSelectedRemoved();
      },
    );
  }

  return (
    <>
      {own.length > 0 && (
        <div className={styles.icons}>
          {own.map(({ iconId, iconName, iconUrl }) => (
            <label key={iconId} title={iconName}>
              <input
                type="radio"
                className="visually-hidden"
                name={group}
                value={iconUrl}
                checked={selected === iconUrl}
                onChange={() => onSelect(iconUrl)}
                aria-label={iconName}
              />
              <img src={iconUrl} alt="" width={32} height={32} />
            </label>
          ))}
        </div>
      )}
      {icons.isError && (
        <p role="alert" className={styles.failure}>
          {t('iconsFailed')}{' '}
          <Button type="link" size="small" onClick={() => void icons.refetch()}>
            {tApp('action.retry')}
          </Button>
        </p>
      )}
      {icons.data?.abilities.add && (
        <div className={styles.actions}>
          <input
            ref={input}
            type="file"
            // Not `hidden`: Ant Design sets `display` for every field of a form.
            style={{ display: 'none' }}
            accept=".png,.jpg,.jpeg"
            aria-label={t('iconUpload')}
            onChange={({ target }) => {
              const picture = target.files?.[0];
              // Allows selecting the same file again after it was corrected.
              target.value = '';
              if (picture) upload.mutate(picture, { onSuccess: onSelect });
            }}
          />
          <Button
            size="small"
            icon={<IconUpload size={16} />}
            loading={upload.isPending}
            onClick={() => input.current?.click()}
          >
            {t('iconUpload')}
          </Button>
          <small>{t('iconUploadHint')}</small>
          {current?.abilities.remove && (
            <IconButton
              size="small"
              label={t('iconRemove', { name: current.iconName })}
              icon={<IconTrash size={16} />}
              onClick={() => remove(current)}
            />
          )}
        </div>
      )}
      {upload.error && (
        <p role="alert" className={styles.failure}>
          {errorText(upload.error, language)}
        </p>
      )}
    </>
  );
}
