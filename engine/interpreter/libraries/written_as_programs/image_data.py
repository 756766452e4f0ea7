"""`torchvision.datasets`, `torchvision.transforms`, and what reads pictures: `PIL.Image` and `cv2`.

The pictures are elsewhere, so a few of random numbers of their shape
stand in, with a note; labels go round the classes. Who has numbers puts them in `.data` and `.targets`, as in torchvision.

What turns, flips or colours a picture at random changes no shape, so here it leaves the picture as it is.
"""

_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_OF_CIFAR100 = """
apple aquarium_fish baby bear beaver bed bee beetle bicycle bottle bowl boy bridge bus butterfly camel can castle
caterpillar cattle chair chimpanzee clock cloud cockroach couch crab crocodile cup dinosaur dolphin elephant
flatfish forest fox girl hamster house kangaroo keyboard lamp lawn_mower leopard lion lizard lobster man maple_tree
motorcycle mountain mouse mushroom oak_tree orange orchid otter palm_tree pear pickup_truck pine_tree plain plate
poppy porcupine possum rabbit raccoon ray road rocket rose sea seal shark shrew skunk skyscraper snail snake spider
squirrel streetcar sunflower sweet_pepper table tank telephone television tiger tractor train trout tulip turtle
wardrobe whale willow_tree wolf woman worm
"""
_CLASSES = {
    "MNIST": [f"{digit} - {word}" for digit, word in enumerate(_DIGITS)],
    "FashionMNIST": ["T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot"],
    "KMNIST": ["o", "ki", "su", "tsu", "na", "ha", "ma", "ya", "re", "wo"],
    "CIFAR10": ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"],
    "CIFAR100": _OF_CIFAR100.split(),
}
"""The classes by the data set, in the order of their labels."""
_ATTRIBUTES = """
5_o_Clock_Shadow Arched_Eyebrows Attractive Bags_Under_Eyes Bald Bangs Big_Lips Big_Nose Black_Hair Blond_Hair Blurry
Brown_Hair Bushy_Eyebrows Chubby Double_Chin Eyeglasses Goatee Gray_Hair Heavy_Makeup High_Cheekbones Male
Mouth_Slightly_Open Mustache Narrow_Eyes No_Beard Oval_Face Pale_Skin Pointy_Nose Receding_Hairline Rosy_Cheeks
Sideburns Smiling Straight_Hair Wavy_Hair Wearing_Earrings Wearing_Hat Wearing_Lipstick Wearing_Necklace
Wearing_Necktie Young
"""
"""What is noted of a face in CelebA."""

DATASETS = """
import backpass, torch
from torchvision.transforms import _Picture

class _PictureDataset(torch.utils.data.Dataset):
    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        self.root = root
        self.train = train
        self.transform = transform
        self.target_transform = target_transform
        self.stands_for = self.sizes[0] if train else self.sizes[1]
        self.class_to_idx = {name: label for label, name in enumerate(self.classes)}
        self.fill()
        self.drawn = self.data

    def __getitem__(self, index):
        picture = _Picture(self.pixels(index), self.data is self.drawn)
        label = int(self.targets[index])
        picture = picture if self.transform is None else self.transform(picture)
        return picture, label if self.target_transform is None else self.target_transform(label)

    def __len__(self):
        return len(self.data)

    def labels_in_turn(self):
        return [place % len(self.classes) for place in range(len(self.data))]

class _GreyPictures(_PictureDataset):
    sizes = (60000, 10000)

    def fill(self):
        drawn = backpass.stand_in_pictures(self.name, "train" if self.train else "test", (4, 28, 28))
        self.data = torch.tensor(drawn, dtype=torch.int64)
        self.targets = torch.tensor(self.labels_in_turn())

    @property
    def train_data(self):
        return self.data

    @property
    def test_data(self):
        return self.data

    @property
    def train_labels(self):
        return self.targets

    @property
    def test_labels(self):
        return self.targets

    def pixels(self, index):
        return self.data[index].reshape(1, *self.data[index].shape)

class _ColourPictures(_PictureDataset):
    sizes = (50000, 10000)

    def fill(self):
        drawn = backpass.stand_in_pictures(self.name, "train" if self.train else "test", (2, 32, 32, 3))
        self.data = drawn
        self.targets = self.labels_in_turn()

    def pixels(self, index):
        return torch.tensor(self.data[index]).permute(2, 0, 1)

class SVHN(_PictureDataset):
    classes = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]

    def __init__(self, root, split="train", transform=None, target_transform=None, download=False):
        backpass.refuse("torchvision.datasets.SVHN", "split", split not in ("train", "test", "extra"))
        self.split = split
        self.sizes = (73257, 26032) if split != "extra" else (531131, 531131)
        super().__init__(root, split != "test", transform, target_transform)

    def fill(self):
        self.data = backpass.stand_in_pictures("SVHN", self.split, (2, 3, 32, 32))
        self.labels = self.labels_in_turn()

    @property
    def targets(self):
        return self.labels

    def pixels(self, index):
        return torch.tensor(self.data[index])

class STL10(_PictureDataset):
    classes = ["airplane", "bird", "car", "cat", "deer", "dog", "horse", "monkey", "ship", "truck"]

    def __init__(self, root, split="train", folds=None, transform=None, target_transform=None, download=False):
        backpass.refuse("torchvision.datasets.STL10", "split", split not in ("train", "test"))
        backpass.refuse("torchvision.datasets.STL10", "folds", folds is not None)
        self.split = split
        self.sizes = (5000, 8000)
        super().__init__(root, split != "test", transform, target_transform)

    def fill(self):
        self.data = backpass.stand_in_pictures("STL10", self.split, (2, 3, 96, 96))
        self.labels = self.labels_in_turn()

    @property
    def targets(self):
        return self.labels

    def pixels(self, index):
        return torch.tensor(self.data[index])

class CelebA(_PictureDataset):
    classes = []

    def __init__(self, root, split="train", target_type="attr", transform=None, target_transform=None, download=False):
        backpass.refuse("torchvision.datasets.CelebA", "split", split not in ("train", "valid", "test", "all"))
        backpass.refuse("torchvision.datasets.CelebA", "target_type", target_type not in ("attr", ["attr"]))
        self.split = split
        size = {"train": 162770, "valid": 19867, "test": 19962, "all": 202599}[split]
        self.sizes = (size, size)
        super().__init__(root, True, transform, target_transform)

    def fill(self):
        self.data = backpass.stand_in_pictures("CelebA", self.split, (2, 3, 218, 178))
        self.attr_names = [*ATTRIBUTES, ""]
        self.attr = torch.tensor([[(place + face) % 2 for place in range(40)] for face in range(len(self.data))])

    def pixels(self, index):
        return torch.tensor(self.data[index])

    def __getitem__(self, index):
        picture = _Picture(self.pixels(index), self.data is self.drawn)
        picture = picture if self.transform is None else self.transform(picture)
        noted = self.attr[index]
        return picture, noted if self.target_transform is None else self.target_transform(noted)

class ImageFolder(_PictureDataset):
    sizes = (4, 4)
    classes = ["class_0", "class_1"]

    def __init__(self, root, transform=None, target_transform=None, loader=None, is_valid_file=None):
        super().__init__(root, True, transform, target_transform)

    def fill(self):
        self.data = backpass.stand_in_folder(self.root, (4, 3, 64, 64))
        self.targets = [0, 0, 1, 1]
        self.samples = [(f"{self.root}/{self.classes[label]}/{place}.png", label) for place, label in enumerate(self.targets)]
        self.imgs = self.samples

    def pixels(self, index):
        return torch.tensor(self.data[index])
"""
DATASETS = DATASETS.replace("ATTRIBUTES", repr(_ATTRIBUTES.split()))
for _name, _classes in _CLASSES.items():
    DATASETS += f"""
class {_name}({"_ColourPictures" if _name.startswith("CIFAR") else "_GreyPictures"}):
    name = "{_name}"
    classes = {_classes}
"""

TRANSFORMS = """
import backpass, torch

class _Picture:
    def __init__(self, numbers, invented=True):
        self.numbers = numbers
        self.invented = invented
        self.size = (numbers.shape[2], numbers.shape[1])
        self.mode = "L" if numbers.shape[0] == 1 else "RGB"

    @property
    def width(self):
        return self.size[0]

    @property
    def height(self):
        return self.size[1]

    def __array__(self, dtype=None, copy=None):
        numbers = self.numbers[0] if self.mode == "L" else self.numbers.permute(1, 2, 0)
        return torch.tensor(numbers, dtype=torch.int64).numpy()

    def of(self, numbers):
        return _Picture(numbers, self.invented)

    def copy(self):
        return self.of(self.numbers)

    def convert(self, mode=None):
        backpass.refuse("PIL.Image.Image.convert", "mode", mode not in ("L", "RGB", None))
        if mode is None or mode == self.mode:
            return self
        if mode == "RGB":
            return self.of(torch.cat([self.numbers] * 3, 0))
        return self.of(grey(self.numbers))

    def resize(self, size, resample=None):
        if not self.invented:
            backpass.stop("own picture in another size")
        return self.of(backpass.resized_picture(self.numbers, size[1], size[0]))

    def crop(self, box=None):
        left, upper, right, lower = box or (0, 0, *self.size)
        inside = 0 <= left < right <= self.width and 0 <= upper < lower <= self.height
        backpass.refuse("PIL.Image.Image.crop", "box", not inside)
        return self.of(self.numbers[:, upper:lower, left:right])

    def show(self, title=None):
        backpass.passed_over("pictures")

    def save(self, fp, format=None):
        backpass.passed_over("files")

    def close(self):
        return None

def grey(numbers):
    shades = (19595*numbers[0] + 38470*numbers[1] + 7471*numbers[2] + 32768) // 65536
    return shades.reshape(1, *shades.shape)

def numbers_of(picture):
    if not isinstance(picture, _Picture):
        backpass.stop("transform of no picture")
    return picture.numbers

def sides(size):
    return (size, size) if isinstance(size, int) else (size[0], size[-1])

class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for each in self.transforms:
            img = each(img)
        return img

class Lambda:
    def __init__(self, lambd):
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)

class ToTensor:
    def __call__(self, pic):
        return numbers_of(pic) / 255

class PILToTensor:
    def __call__(self, pic):
        return numbers_of(pic)

class Normalize:
    def __init__(self, mean, std, inplace=False):
        self.mean = mean
        self.std = std

    def __call__(self, tensor):
        if not isinstance(tensor, torch.Tensor):
            backpass.stop("normalisation of no tensor")
        mean = torch.as_tensor(self.mean).reshape(-1, 1, 1)
        std = torch.as_tensor(self.std).reshape(-1, 1, 1)
        for each in (mean, std):
            if tensor.dim() < 3 or each.shape[0] not in (1, tensor.shape[-3]):
                backpass.stop("channels of a normalisation")
        if (std == 0).any():
            backpass.stop("normalisation by zero")
        return (tensor - mean) / std

class Resize:
    def __init__(self, size, interpolation=None, max_size=None, antialias=True):
        backpass.refuse("torchvision.transforms.Resize", "max_size", max_size is not None)
        self.size = size

    def __call__(self, img):
        numbers = numbers_of(img)
        height, width = numbers.shape[1], numbers.shape[2]
        if isinstance(self.size, int) or len(self.size) == 1:
            short = self.size if isinstance(self.size, int) else self.size[0]
            if height <= width:
                height, width = short, short * width // height
            else:
                height, width = short * height // width, short
        else:
            height, width = self.size
        return img.resize((width, height))

class CenterCrop:
    def __init__(self, size):
        self.size = size

    def __call__(self, img):
        height, width = sides(self.size)
        return img.of(backpass.cropped_picture(numbers_of(img), height, width))

class RandomCrop(CenterCrop):
    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        self.size = size

class RandomResizedCrop:
    def __init__(self, size, scale=None, ratio=None, interpolation=None, antialias=True):
        self.size = size

    def __call__(self, img):
        height, width = sides(self.size)
        numbers_of(img)
        return img.resize((width, height))

class Pad:
    def __init__(self, padding, fill=0, padding_mode="constant"):
        backpass.refuse("torchvision.transforms.Pad", "padding", not isinstance(padding, int) and len(padding) == 4)
        backpass.refuse("torchvision.transforms.Pad", "fill", fill != 0)
        backpass.refuse("torchvision.transforms.Pad", "padding_mode", padding_mode != "constant")
        self.padding = padding

    def __call__(self, img):
        numbers = numbers_of(img)
        along, down = sides(self.padding)
        return img.of(backpass.cropped_picture(numbers, numbers.shape[1] + 2*down, numbers.shape[2] + 2*along))

class Grayscale:
    def __init__(self, num_output_channels=1):
        self.num_output_channels = num_output_channels

    def __call__(self, img):
        numbers = numbers_of(img)
        if numbers.shape[0] == 3:
            numbers = grey(numbers)
        return img.of(torch.cat([numbers] * self.num_output_channels, 0))

class _AtRandom:
    def __call__(self, img):
        numbers_of(img)
        return img
"""
_AT_RANDOM = {
    "RandomHorizontalFlip": "p=0.5",
    "RandomVerticalFlip": "p=0.5",
    "RandomRotation": "degrees, interpolation=None, expand=False, center=None, fill=0",
    "RandomAffine": "degrees, translate=None, scale=None, shear=None, interpolation=None, fill=0, center=None",
    "RandomPerspective": "distortion_scale=0.5, p=0.5, interpolation=None, fill=0",
    "ColorJitter": "brightness=0, contrast=0, saturation=0, hue=0",
}
"""What turns, flips or colours a picture at random, and what it takes."""
for _name, _given in _AT_RANDOM.items():
    _refused = (
        '        backpass.refuse("torchvision.transforms.RandomRotation", "expand", expand)\n' if "expand" in _given else ""
    )
    TRANSFORMS += f"""
class {_name}(_AtRandom):
    def __init__(self, {_given}):
{_refused}        self.given = True
"""

PILLOW = """
import backpass
from torchvision.transforms import _Picture

NEAREST = 0
LANCZOS = 1
ANTIALIAS = 1
BILINEAR = 2
BICUBIC = 3
BOX = 4
HAMMING = 5
Image = _Picture

def open(fp, mode="r", formats=None):
    return _Picture(backpass.stand_in_picture(fp, (3, 64, 64)))
"""
"""Pictures that are read have 64 by 64 points, in colour."""

OPENCV = """
import backpass
import numpy as np

IMREAD_GRAYSCALE = 0
IMREAD_COLOR = 1
COLOR_BGR2RGB = 4
COLOR_RGB2BGR = 4
COLOR_BGR2GRAY = 6
COLOR_RGB2GRAY = 7
COLOR_GRAY2BGR = 8
COLOR_GRAY2RGB = 8
INTER_NEAREST = 0
INTER_LINEAR = 1
INTER_CUBIC = 2
INTER_AREA = 3

def imread(filename, flags=1):
    backpass.refuse("cv2.imread", "flags", flags not in (0, 1))
    drawn = backpass.stand_in_picture(filename, (1 if flags == 0 else 3, 64, 64))
    return np.array(drawn[0] if flags == 0 else drawn.permute(1, 2, 0), dtype=np.int64)

def cvtColor(src, code):
    backpass.refuse("cv2.cvtColor", "code", code not in (4, 6, 7, 8))
    if code == 8:
        return np.array(np.stack([src, src, src], 2), dtype=src.dtype)
    reversed = src[:, :, ::-1]
    if code == 4:
        return np.array(reversed, dtype=src.dtype)
    red, green, blue = (reversed if code == 6 else src).transpose(2, 0, 1)
    if src.dtype != np.int64:
        return 0.299*red + 0.587*green + 0.114*blue
    return np.array((9798*red + 19235*green + 3735*blue + 16384) // 32768, dtype=np.int64)

def resize(src, dsize, interpolation=1):
    backpass.refuse("cv2.resize", "interpolation", interpolation != 0)
    picture = src.transpose(2, 0, 1) if src.ndim == 3 else src.reshape(1, *src.shape)
    resized = backpass.resized_picture(picture, dsize[1], dsize[0])
    return np.array(resized.permute(1, 2, 0) if src.ndim == 3 else resized[0], dtype=src.dtype)

def imshow(winname, mat):
    backpass.passed_over("pictures")

def imwrite(filename, img):
    backpass.passed_over("files")

def waitKey(delay=0):
    backpass.passed_over("pictures")

def destroyAllWindows():
    backpass.passed_over("pictures")
"""
