import { TerraDrawExtend, type TerraDrawMouseEvent } from 'terra-draw';

/** What happens to the pointer while something finished is edited. */
export interface EditPointerHandlers {
  move(event: TerraDrawMouseEvent): void;
  click(event: TerraDrawMouseEvent): void;
  /** Whether the drag takes hold of the shape; otherwise the map is moved. */
  dragStart(event: TerraDrawMouseEvent): boolean;
  drag(event: TerraDrawMouseEvent): void;
  dragEnd(event: TerraDrawMouseEvent): void;
  /** Lets go of everything. */
  cancel(): void;
}

type SetDraggability = (enabled: boolean) => void;

/**
 * The mode in which a finished shape is edited. terra-draw's own select mode knows neither holes nor circles that keep their metres nor
 * rectangles that stay rectangles; this one only passes on what the pointer does.
 */
export class EditMode extends TerraDrawExtend.TerraDrawBaseDrawMode<TerraDrawExtend.CustomStyling> {
  override mode = 'edit';
  readonly #hands: EditPointerHandlers;

  constructor(handlers: EditPointerHandlers) {
    super();
    this.#hands = handlers;
  }

  override start(): void {
    this.setStarted();
    this.setCursor('unset');
  }

  override stop(): void {
    this.cleanUp();
    this.setStopped();
    this.setCursor('unset');
  }

  override cleanUp(): void {
    this.#hands.cancel();
  }

  /** It holds no features of terra-draw's. */
  override styleFeature() {
    return TerraDrawExtend.getDefaultStyling();
  }

  override onMouseMove(event: TerraDrawMouseEvent): void {
    this.#hands.move(event);
  }

  override onClick(event: TerraDrawMouseEvent): void {
    this.#hands.click(event);
  }

  override onDragStart(event: TerraDrawMouseEvent, setDraggability: SetDraggability): void {
    if (this.#hands.dragStart(event)) setDraggability(false);
  }

  override onDrag(event: TerraDrawMouseEvent): void {
    this.#hands.drag(event);
  }

  override onDragEnd(event: TerraDrawMouseEvent): void {
    this.#hands.dragEnd(event);
  }
}
