import { IconArrowLeft, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { courseStops } from '@wakeline/domain/courses/course-stops';
import { type EventIndex, indexEvent } from '@wakeline/domain/courses/event-index';
import { App, Tabs } from 'antd';
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import type { MapView } from '../../../map/map-view.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { AccountMapLayers } from '../../../parts/map-kit/account-map-layers.tsx';
import { VIEW_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { PanelMap, type PanelSize } from '../../../parts/map-tools/panel-map.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { usePhone } from '../../../ui/media.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { ExportMenu } from '../files/export-menu.tsx';
import { PrintDialog } from '../files/print-dialog.tsx';
import { CoursesOnMap } from './map/planner-map.tsx';
import { CheckPanel } from './panels/check-panel.tsx';
import { ControlDetails } from './panels/control-details.tsx';
import { ControlsPanel } from './panels/controls-panel.tsx';
import { CourseDetails } from './panels/course-details.tsx';
import { CourseVersions } from './panels/course-versions.tsx';
import { CourseVisits } from './panels/course-visits.tsx';
import { CoursesPanel } from './panels/courses-panel.tsx';
import { DescriptionSheet } from './panels/description-sheet.tsx';
import { EventSettingsPanel } from './panels/event-settings.tsx';
import { LegDetails } from './panels/leg-details.tsx';
import { PeoplePanel } from './panels/people-panel.tsx';
import styles from './planner.module.css';
import {
  EventIndexContext,
  PlannerContext,
  type PlannerContextValue,
  useCourse,
  useEvent,
  useEventIndex,
  usePlanner,
  usePlannerState,
  useVariations,
} from './planner-context.ts';
import { SaveStatus } from './save-state.tsx';
import { PlannerToolBar } from './tool-bar.tsx';
import { useEventEditor } from './use-event-editor.ts';

const PANEL_SIZE: PanelSize = { width: 360, expanded: 320, collapsed: 52 };
const TABS = ['courses', 'controls', 'people', 'check', 'settings'] as const;

interface PlannerEditorProps {
  readonly loaded: ResultOf<Operations['queryCourseEvent']>;
  /** The event must be loaded again. */
  readonly onReload: () => void;
}

/** The editor of an event: its map, panels and tools. The address has the displayed course and tab. */
export function PlannerEditor({ loaded, onReload }: PlannerEditorProps) {
  const planner = useEventEditor(loaded, onReload);
  const [search, setSearch] = useSearchParams();
  const courseId = search.get('course');
  const canEdit = loaded.abilities.edit;
  const context = useMemo(
    () => ({
      planner,
      eventId: loaded.eventId,
      canEdit,
      courseId,
      showCourse(next: string | null) {
        planner.store.setState({ insertAfter: null, variationCode: null });
        setSearch(
          (last) => {
            if (next === null) last.delete('course');
            else last.set('course', next);
            return last;
          },
          { replace: true },
        );
      },
    }),
    [planner, loaded.eventId, canEdit, courseId, setSearch],
  );
  const event = useStore(planner.store, ({ draft }) => draft.event);
  const index = useMemo(() => indexEvent(event), [event]);
  return (
    <PlannerContext value={context}>
      <EventIndexContext value={index}>
        <PlannerLayout />
      </EventIndexContext>
    </PlannerContext>
  );
}

const PlannerLayout = memo(function PlannerLayout() {
  const { t } = useTranslation('coursePlanner');
  const phone = usePhone();
  const base = useBaseLayer();
  const { canEdit } = usePlanner();
  const [view, setView] = useState<MapView | null>(null);
  const [isOpen, setOpen] = useState(true);
  const collapse = useCallback(() => setOpen(false), []);
  return (
    <div className={styles.page}>
      <PanelMap
        mapLabel={t('map')}
        panelLabel={t('title')}
        panelSize={PANEL_SIZE}
        isExpanded={isOpen}
        onCollapse={collapse}
        base={base}
        cameraStorageKey="courses"
        view={view}
        onReady={setView}
        tools={VIEW_PANELS}
        overlays={view && <PlannerOverlays view={view} />}
      >
        <Background>
          <Panel isOpen={isOpen || !phone} onOpen={setOpen} />
        </Background>
      </PanelMap>
      {canEdit && <PlannerToolBar />}
      <Background>
        <Selection isOpen={isOpen || !phone} onOpen={setOpen} />
      </Background>
    </div>
  );
});

/** The map of the event, and its courses. */
function PlannerOverlays({ view }: { readonly view: MapView }) {
  const { t } = useTranslation('coursePlanner');
  const { message } = App.useApp();
  const { map } = useEvent();
  const { variation } = useVariations(useCourse());
  return (
    <>
      <AccountMapLayers view={view} required={map} />
      <CoursesOnMap view={view} variation={variation} onTooFar={() => void message.info(t('zoomIn'))} />
    </>
  );
}

/**
 * Renders what it contains in the background, from the event and the displayed course as they were a moment ago: first the map
 * without it.
 */
function Background({ children }: { readonly children: ReactNode }) {
  const context = useDeferredValue<PlannerContextValue | null>(usePlanner(), null);
  const index = useDeferredValue<EventIndex | null>(useEventIndex(), null);
  if (context === null || index === null) return null;
  return (
    <PlannerContext value={context}>
      <EventIndexContext value={index}>{children}</EventIndexContext>
    </PlannerContext>
  );
}

/** The content of the panel: the event and its tabs. */
const Panel = memo(function Panel({ isOpen, onOpen }: SheetProps) {
  const { eventId } = usePlanner();
  const course = useCourse();
  const { list, variation } = useVariations(course);
  return (
    <>
      <EventHeader isOpen={isOpen} onOpen={onOpen}>
        <PrintDialog course={course} variation={variation?.code ?? null} />
      </EventHeader>
      <PlannerTabs>
        {course !== null && (
          <>
            <CourseDetails course={course} list={list} variation={variation} />
            <CourseVisits course={course} />
            <CourseDescriptions controls={(variation ?? list[0])?.controls ?? []} />
            <CourseVersions eventId={eventId} course={course} />
          </>
        )}
      </PlannerTabs>
    </>
  );
});

interface EventHeaderProps extends SheetProps {
  /** Buttons after the name. */
  readonly children: ReactNode;
}

function EventHeader({ isOpen, onOpen, children }: EventHeaderProps) {
  const { t } = useTranslation('coursePlanner');
  const phone = usePhone();
  const { name } = useEvent();
  return (
    <>
      <header className={styles.head}>
        <Link to="/coursePlanner" aria-label={t('back')} title={t('back')}>
          <IconArrowLeft size={18} aria-hidden />
        </Link>
        <h1 title={name}>{name}</h1>
        {children}
        <ExportMenu />
        {phone && <SheetButton isOpen={isOpen} onOpen={onOpen} />}
      </header>
      <SaveStatus />
    </>
  );
}

/** `children`: below the list of courses. */
function PlannerTabs({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('coursePlanner');
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((one) => one === search.get('panel')) ?? 'courses';
  return (
    <>
      <Tabs
        className={styles.tabs ?? ''}
        size="small"
        tabBarGutter={16}
        activeKey={tab}
        items={TABS.map((key) => ({ key, label: t(`tab.${key}`) }))}
        onChange={(next) =>
          setSearch(
            (last) => {
              last.set('panel', next);
              return last;
            },
            { replace: true },
          )
        }
      />
      <div className={styles.body}>
        {tab === 'courses' && (
          <>
            <CoursesPanel />
            {children}
          </>
        )}
        {tab === 'controls' && <ControlsPanel />}
        {tab === 'people' && <PeoplePanel />}
        {tab === 'check' && <CheckPanel />}
        {tab === 'settings' && <EventSettingsPanel />}
      </div>
    </>
  );
}

function CourseDescriptions({ controls }: { readonly controls: Parameters<typeof courseStops>[1] }) {
  const index = useEventIndex();
  const course = useCourse();
  const stops = useMemo(() => courseStops(index, controls), [index, controls]);
  if (course === null || stops.length === 0) return null;
  return <DescriptionSheet event={index.event} course={course} stops={stops} />;
}

interface SheetProps {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Collapses and expands the sheet at the bottom of a phone. */
function SheetButton({ isOpen, onOpen }: SheetProps) {
  const { t } = useTranslation('coursePlanner');
  return (
    <IconButton
      label={t(isOpen ? 'collapse' : 'expand')}
      placement="top"
      icon={isOpen ? <IconChevronDown size={18} /> : <IconChevronUp size={18} />}
      onClick={() => onOpen(!isOpen)}
    />
  );
}

/** The selected control or line; on a phone, in place of the panel. */
const Selection = memo(function Selection({ isOpen, onOpen }: SheetProps) {
  const { t } = useTranslation('coursePlanner');
  const phone = usePhone();
  const { planner } = usePlanner();
  const selection = useDeferredValue(usePlannerState((state) => state.selection));
  const { controls } = useEventIndex();
  const control = selection?.kind === 'control' ? (controls.get(selection.id) ?? null) : null;
  if (selection === null || (selection.kind === 'control' && control === null)) return null;
  return (
    <aside className={styles.side} data-open={isOpen} aria-label={t('selection')}>
      <span className={styles.sideTools}>
        {phone && <SheetButton isOpen={isOpen} onOpen={onOpen} />}
        <IconButton
          size={phone ? 'middle' : 'small'}
          label={t('close')}
          icon={<IconX size={16} />}
          onClick={() => planner.store.setState({ selection: null })}
        />
      </span>
      {selection.kind === 'leg' ? (
        <LegDetails from={selection.from} to={selection.to} />
      ) : (
        control !== null && <ControlDetails control={control} />
      )}
    </aside>
  );
});
