import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Screen } from '../../ui/screen.tsx';

const PATHS = { planes: '/planeManage', landingPlaces: '/planeManage/landingPlaces' } as const;
const TABS = ['planes', 'landingPlaces'] as const;

interface PlaneScreenProps {
  readonly tab: (typeof TABS)[number];
  /** Main action, at the end of the title line. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of plane management: the tabs of planes and landing places. */
export function PlaneScreen({ tab, action, children }: PlaneScreenProps) {
  const { t } = useTranslation('planes');
  const navigate = useNavigate();
  return (
    <Screen title={t('title')} action={action}>
      <Tabs
        activeKey={tab}
        onChange={(key) => navigate(PATHS[key as keyof typeof PATHS])}
        items={TABS.map((key) => ({ key, label: t(`tab.${key}`) }))}
      />
      {children}
    </Screen>
  );
}
