import { IconMaximize } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormatContext } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { ProvidedLayersContext } from '../../parts/layers/use-base-layers.ts';
import { LanguageButton } from '../../parts/shares/language-button.tsx';
import { ShareExpired } from '../../parts/shares/share-expired.tsx';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { clearPreview, showPreview } from '../../service/preview.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './big-screen.module.css';
import { BigScreen } from './big-screen.tsx';
import { LinkSource } from './link-source.tsx';
import { toggleFullScreen } from './toggle-full-screen.ts';
import { useTour, withTourGroup } from './use-tour.ts';

type OpenLink = ResultOf<Operations['queryScreenLink']>;

/** A screen by its link, for anyone: read-only, until the link expires or is revoked. */
export function LinkBigScreen({ code }: { readonly code: string }) {
  const { t } = useTranslation('app');
  const client = useClient();
  const language = useLanguage();
  const [isExpired, setExpired] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['screenLink', code, 'screen', language],
    queryFn: ({ signal }) => client.call('queryScreenLink', { code, lang: language }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const theme = data?.screen.settings.theme;
  const looks = data?.looks;
  useEffect(() => {
    if (looks === undefined) return;
    const { sysName, logoUrl, themeColor, textColor } = looks;
    const colors = theme === undefined || theme === 'auto' ? {} : { colorScheme: theme };
    showPreview({ sysName, logoUrl, themeColor, textColor, ...colors });
  }, [looks, theme]);
  useEffect(() => clearPreview, []);
  const isGone = error instanceof NamedError && ['share-gone', 'field-invalid'].includes(error.errorName);
  if (isExpired || isGone) return <ShareExpired branding={looks ?? null} />;
  if (data !== undefined)
    return (
      <OpenScreen
        code={code}
        link={data}
        onExpired={() => setExpired(true)}
        onEdited={() => void refetch()}
      />
    );
  if (error === null) return null;
  return (
    <main className={styles.failed}>
      <p role="alert">{errorText(error, language)}</p>
      <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
    </main>
  );
}

interface OpenScreenProps {
  readonly code: string;
  readonly link: OpenLink;
  readonly onExpired: () => void;
  readonly onEdited: () => void;
}

function OpenScreen({ code, link, onExpired, onEdited }: OpenScreenProps) {
  const { t } = useTranslation('screens');
  const { screen, timeZone, looks } = link;
  const groups = useMemo(
    () =>
      link.groups.map((group) => ({
        ...group,
        groupName: group.groupName === '' ? t('unnamedGroup', { id: group.groupId }) : group.groupName,
      })),
    [link.groups, t],
  );
  const group = useTour(screen.settings.tour, groups);
  const boxes = useMemo(() => withTourGroup(screen.boxes, group), [screen.boxes, group]);
  const { speedUnits, altitudeUnits, climbUnits, locationFormat } = looks;
  const format = useMemo(
    () => ({ timeZone, speedUnits, altitudeUnits, climbUnits, locationFormat }),
    [timeZone, speedUnits, altitudeUnits, climbUnits, locationFormat],
  );
  const layers = useMemo(() => ({ list: link.baseLayers, defaultIndex: link.defaultBaseLayer }), [link]);
  return (
    <FormatContext value={format}>
      <ProvidedLayersContext value={layers}>
        <LinkSource
          code={code}
          openedAt={link.serverTime}
          groups={groups}
          groupId={group?.groupId ?? null}
          onExpired={onExpired}
          onEdited={onEdited}
        >
          <BigScreen
            title={screen.screenName}
            boxes={boxes}
            settings={screen.settings}
            tourGroup={group?.groupName ?? null}
            arranging={null}
            toolbar={
              <>
                <LanguageButton />
                <IconButton
                  label={t('fullScreen')}
                  icon={<IconMaximize size={18} />}
                  onClick={() => toggleFullScreen(document.documentElement)}
                />
              </>
            }
          />
        </LinkSource>
      </ProvidedLayersContext>
    </FormatContext>
  );
}
